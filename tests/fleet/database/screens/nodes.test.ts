import { beforeAll, describe, expect, it } from "vitest";
import { db, prisma } from "~/platform/db.server";
import { PRODUCT_VERSION } from "~/fleet/inside/nodes/agent-version";
import { M } from "~/messages";
import { action, loader } from "~/fleet/screens/nodes/route";
import { aNode, theCatalogue } from "../../../support/world";
import { answerOf, get, noticeOf, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";

const PATH = "/dashboard/nodes";

let staff: Staff;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  for (let number = 1; number <= 30; number += 1) {
    await aNode({ nodeName: `fra1-gpu-${number}`, cluster: "fra1" });
  }
  await aNode({ nodeName: "ams2-gpu-1", cluster: "ams2", gpuType: "a100", health: "dead" });
  await aNode({ nodeName: "ams2-gpu-2", cluster: "ams2", gpuType: "a100", health: "error" });
  await aNode({ nodeName: "ams2-gpu-3", cluster: "ams2", gpuType: "a100", drain: 2 });
});

const shown = async (query = "", visit: Visit = staff.support) => await loader(get(visit, PATH + query));
const names = (screen: Awaited<ReturnType<typeof loader>>) => screen.views.map((view) => view.node.node_name);
const send = async (visit: Visit, fields: Record<string, string>) =>
  await answerOf(await action(post(visit, PATH, fields)));

describe("The nodes screen", () => {
  it("shows what needs attention first and the rest by name, a page at a time", async () => {
    const first = await shown();
    expect(names(first).slice(0, 4)).toEqual(["ams2-gpu-1", "ams2-gpu-2", "ams2-gpu-3", "fra1-gpu-1"]);
    expect(first).toMatchObject({ found: 33, page: 1, pages: 2 });
    expect(first.counts).toMatchObject({
      nodes: 33,
      healthy: 31,
      attention: 2,
      dead: 1,
      upgrading: 1,
    });
    expect(names(await shown("?page=99")).at(-1)).toBe("fra1-gpu-30");
  });

  it("filters by cluster, by health and mode, and by part of a name", async () => {
    expect(names(await shown("?cluster=ams2"))).toHaveLength(3);
    expect(names(await shown("?show=attention"))).toEqual(["ams2-gpu-1", "ams2-gpu-2"]);
    expect(names(await shown("?show=upgrade"))).toEqual(["ams2-gpu-3"]);
    expect(names(await shown("?q=GPU-30"))).toEqual(["fra1-gpu-30"]);
    expect(names(await shown("?q=nothing"))).toEqual([]);
    expect((await shown("?show=nonsense&page=x")).found).toBe(33);
  });

  it("names simulated GPUs and shows the age of a report by the server's clock", async () => {
    await db.query(
      `update node set sysinfo = '{"gpus": 8}', reported_at = now() - interval '7 seconds' where node_name = 'fra1-gpu-9'`,
    );
    const [view] = (await shown("?q=fra1-gpu-9")).views;
    expect(view).toMatchObject({ simulated: true, gpus: 8 });
    const { now_ts = 0, reported_ts = 0 } = view?.sysinfo ?? {};
    expect(now_ts - reported_ts).toBeGreaterThanOrEqual(7);
  });

  it("shows when reporting agents have other versions than this control plane", async () => {
    const reports = (agentVersion: string | null, nodeName: string) =>
      db.query(
        `update node set sysinfo = '{"gpus": 8}', agent_version = $1, reported_at = now() where node_name = $2`,
        [agentVersion, nodeName],
      );
    await reports(PRODUCT_VERSION, "fra1-gpu-9");
    expect((await shown()).versions).toBeNull();
    await reports(null, "fra1-gpu-10");
    expect((await shown()).versions).toMatch(
      /^Of 2 agents, 1 reports no version \(older than 0\.1\.0\); this control plane has [\d.]+\. All of them keep working/,
    );
    const [view] = (await shown("?q=fra1-gpu-9")).views;
    expect(view).toMatchObject({ agentVersion: PRODUCT_VERSION });
  });

  it("offers modes to operators, tokens and retirement to admins only", async () => {
    expect(await shown("", staff.support)).toMatchObject({ mayDrain: false, mayRetire: false });
    expect(await shown("", staff.operator)).toMatchObject({ mayDrain: true, mayRetire: false });
    expect(await shown("", staff.admin)).toMatchObject({ mayDrain: true, mayRetire: true });
  });
});

describe("Acceptance 32: the mode of a node by the form", () => {
  it("is set by an operator and announced", async () => {
    const answer = await send(staff.operator, { intent: "drain", node: "fra1-gpu-2", flag: "1" });
    expect(answer).toMatchObject({ status: 303, location: PATH });
    expect(await noticeOf(staff.operator)).toMatchObject({ message: "Mode of fra1-gpu-2 set to Drain." });
    expect(names(await shown("?show=drain"))).toEqual(["fra1-gpu-2"]);
  });

  it("is refused to support, and without the page's token", async () => {
    const fields = { intent: "drain", node: "fra1-gpu-3", flag: "1" };
    expect((await thrownBy(action(post(staff.support, PATH, fields)))).status).toBe(403);
    const stale = await send(staff.operator, { ...fields, _token: "wrong" });
    expect(stale).toMatchObject({ status: 403, data: { message: M.pageExpired } });
    const node = await prisma.node.findUniqueOrThrow({ where: { nodeName: "fra1-gpu-3" } });
    expect(node.drain).toBe(0);
  });

  it("needs a node and a mode that exist", async () => {
    const unknown = await send(staff.operator, { intent: "drain", node: "nowhere", flag: "1" });
    expect(unknown).toMatchObject({ status: 422, data: { message: M.noSuchNode } });
    const noMode = await send(staff.operator, { intent: "drain", node: "fra1-gpu-3", flag: "3" });
    expect(noMode).toMatchObject({ status: 422, data: { message: M.wrongDrainFlag } });
  });
});

describe("Adding a node", () => {
  it("shows the token once and stores only its hash", async () => {
    const { status, data } = await send(staff.admin, { intent: "add-node", cluster_name: "fra1" });
    expect(status).toBe(201);
    const { issued } = data as { issued: { token: string } };
    expect(issued.token).toMatch(/^mre_[\w-]{43}$/);
    const screen = await shown("", staff.admin);
    expect(screen.tokens).toHaveLength(1);
    expect(JSON.stringify(screen)).not.toContain(issued.token);
    const [row] = await db.query(`select * from enrolment_token`);
    expect(JSON.stringify(row)).not.toContain(issued.token);
  });

  it("is for admins only, who can withdraw a token once", async () => {
    const fields = { intent: "add-node", cluster_name: "fra1" };
    expect((await thrownBy(action(post(staff.operator, PATH, fields)))).status).toBe(403);
    expect((await shown("", staff.operator)).tokens).toEqual([]);

    const id = String((await shown("", staff.admin)).tokens[0]?.id);
    expect((await send(staff.admin, { intent: "withdraw-token", id })).status).toBe(303);
    expect((await shown("", staff.admin)).tokens).toEqual([]);
    expect((await send(staff.admin, { intent: "withdraw-token", id })).status).toBe(422);
  });

  it("refuses a cluster that does not exist", async () => {
    const answer = await send(staff.admin, { intent: "add-node", cluster_name: "mars" });
    expect(answer).toMatchObject({
      status: 422,
      data: { message: M.unknownCluster({ cluster_name: "mars" }) },
    });
  });
});

describe("The key before a rotation", () => {
  const fields = { intent: "revoke-old-key", node: "fra1-gpu-29" };

  it("is shown while it is valid, and an admin ends it at once", async () => {
    await db.query(
      `update node set old_key_hash = 'x', old_key_until = now() + interval '9 minutes' where node_name = $1`,
      [fields.node],
    );
    const [view] = (await shown("?q=gpu-29")).views;
    expect(view?.oldKeyUntilTs).toBeGreaterThan(Date.now() / 1000);
    expect((await thrownBy(action(post(staff.operator, PATH, fields)))).status).toBe(403);
    const done = await send(staff.admin, fields);
    expect(done.status).toBe(303);
    expect(JSON.stringify(await noticeOf(staff.admin))).toContain("The old key of fra1-gpu-29 is revoked.");
    expect((await shown("?q=gpu-29")).views[0]?.oldKeyUntilTs).toBeNull();
    expect(await send(staff.admin, fields)).toMatchObject({
      status: 422,
      data: { message: "No older key of fra1-gpu-29 is valid." },
    });
  });
});

describe("Retiring a node", () => {
  it("asks first, then removes the node from the list", async () => {
    const fields = { intent: "retire", node: "fra1-gpu-30" };
    expect((await thrownBy(action(post(staff.operator, PATH, { ...fields, confirm: "1" })))).status).toBe(403);
    const asked = await send(staff.admin, fields);
    expect(asked).toMatchObject({ status: 422, data: { askRetire: "fra1-gpu-30" } });
    expect((await shown("?q=gpu-30")).found).toBe(1);
    expect((await send(staff.admin, { ...fields, confirm: "1" })).status).toBe(303);
    expect((await shown("?q=gpu-30")).found).toBe(0);
  });
});
