import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { formAction, onForm } from "~/platform/http/form.server";
import { removeMember } from "~/accounts/inside/teams/change-member.server";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { call, read } from "../../../contract/support/call";
import { aPerson, aSession, type Person } from "../../../contract/support/people";
import { aMember } from "../../../support/team-world";
import { aNode, aTenant, theCatalogue } from "../../../support/world";
import { aReport } from "../../../support/a-report";
import { aServiceKey, anEvent } from "../../../usage/database/support/sending";
import { createWorkspace } from "~/usage/create-workspace.server";
import { getOwner } from "~/usage/workspace-owner.server";
import { hashOfSecret } from "~/platform/secret.server";
import { aVisitor } from "../../../support/visitor";
import { argsOf } from "../../../support/route-args";

const URL = "http://127.0.0.1:3000/keys";

test("a form counts from its head: a right lost while the body is sent is lost (16.9)", async () => {
  const { cookies, token } = aVisitor();
  const whole = new URLSearchParams({ intent: "save", _token: token, title: "abc" }).toString();
  let bodyAt = Infinity;
  const body = new ReadableStream({
    async start(controller) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      bodyAt = Date.now();
      controller.enqueue(new TextEncoder().encode(whole));
      controller.close();
    },
  });
  const headers = {
    ...{ Cookie: cookies, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded" },
  };
  const request = new Request(URL, { method: "POST", headers, body, duplex: "half" } as RequestInit);
  let moment = Infinity;
  await formAction(argsOf(request), {
    save: onForm(z.object({ title: z.string() }), async (_fields, { now }) => {
      moment = now.getTime();
      return { notice: "Saved." };
    }),
  });
  expect(moment).toBeLessThan(bodyAt);
});

/** A body whose sender waits until somebody reads. */
function slowly(text: string, meanwhile: () => Promise<unknown>): ReadableStream {
  const source = {
    async pull(controller: ReadableStreamDefaultController) {
      await meanwhile();
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** Secrets of machines: a request with each, and how the secret ends meanwhile. */
const SECRETS: Record<string, () => Promise<{ path: string; key: string; body: object; end: string }>> = {
  "a service key": async () => {
    const admin = await aTenant({ role: "admin" });
    const key = await aServiceKey(admin);
    const end = `update api_key set revoked_at = date_trunc('milliseconds', now()) where hash = '${hashOfSecret(key)}'`;
    return { path: "/v1/usage", key, body: { events: [anEvent(admin)] }, end };
  },
  "a workspace's admin token": async () => {
    const { email } = await aTenant();
    const by = { actorId: (await aTenant({ role: "admin" })).userId, requestId: "", now: new Date() };
    const { inferenceToken } = await getOwner({ email, ...by });
    const given = { name: "slow", email, maxUsers: 3, inferenceToken, adminToken: "", welcome: false };
    const { adminToken } = await createWorkspace({ ...given, ...by });
    const end = `update workspace set admin_hash = 'renewed' where name = 'slow'`;
    return { path: "/v1/workspace/users/add", key: adminToken, body: { email: (await aTenant()).email }, end };
  },
  "an agent's key": async () => {
    const { agentKey, nodeId } = await aNode();
    const end = `update node set agent_key_hash = 'revoked' where id = ${nodeId}`;
    return { path: "/v1/agents/report", key: agentKey, body: aReport(1), end };
  },
};

describe("A user who loses a right during the body does nothing with it (16.9)", () => {
  let owner: Person;
  let member: Person;
  beforeEach(async () => {
    await theCatalogue();
    owner = await aPerson({ dollars: 100 });
    const { userId } = await aMember({ tenantId: owner.tenantId, role: "member" });
    member = { ...owner, userId, ...(await aSession(userId)) };
    await db.query(`update session set tenant_id = $2 where user_id = $1`, [userId, owner.tenantId]);
  });
  const remove = () =>
    removeMember({
      ...{ tenantId: owner.tenantId, userId: owner.userId },
      memberId: member.userId,
      requestId: "",
      now: new Date(),
    });

  test("by a JSON path", async () => {
    const body = slowly(JSON.stringify({ task_name: "x" }), remove);
    const headers = { "Content-Type": "application/json" };
    const answer = await read(
      await call("/v1/delete", { cookie: member.cookie, script: true, method: "POST", body, headers }),
    );
    expect(answer["human_readable_message"]).toBe(M.notAllowed);
  });

  test.each(Object.entries(SECRETS))("by %s", async (_name, make) => {
    const { path, key, body, end } = await make();
    const headers = { "Content-Type": "application/json" };
    const slow = slowly(JSON.stringify(body), () => db.query(end));
    expect((await call(path, { key, method: "POST", body: slow, headers })).status).toBe(401);
  });

  test.each(["removed", "logged out"])("by a form, when %s", async (how) => {
    const end = how === "removed" ? remove : () => db.query(`delete from session where user_id = $1`, [member.userId]);
    const whole = new URLSearchParams({
      intent: "save",
      _token: `${member.pageToken}.${owner.tenantId}`,
      title: "abc",
    }).toString();
    const headers = {
      ...{ Cookie: `millrace_session=${member.cookie}`, "Sec-Fetch-Site": "same-origin" },
      "Content-Type": "application/x-www-form-urlencoded",
    };
    const request = new Request(URL, {
      method: "POST",
      headers,
      body: slowly(whole, end),
      duplex: "half",
    } as RequestInit);
    let ran = false;
    await formAction(argsOf(request), {
      save: onForm(z.object({ title: z.string() }), async () => {
        ran = true;
        return {};
      }),
    });
    expect(ran).toBe(false);
  });
});
