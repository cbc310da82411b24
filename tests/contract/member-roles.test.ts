import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { viewAsCustomer } from "~/accounts/view-as-customer.server";
import { holdersOf, MEMBER_ROLES, meets, RIGHTS, type TenantRole } from "~/platform/may";
import { M } from "~/messages";
import { hasBody } from "~/platform/http/api-operation.server";
import { apiRoute, declaredPaths, needsMember, operation } from "~/platform/http/api-route.server";
import { jsonPaths } from "~/routes.js";
import { aMember } from "../support/team-world";
import { call, read } from "./support/call";
import { documented, examplePath } from "./support/documented";
import { loadRoute } from "./support/load-route";
import { aPerson, aSession, type Person } from "./support/people";

// Makes every documented call as each role of a team (16.2): calls that the matrix does not allow get 403 with its
// sentence, and no other call does.
let team: Person;
const sessions = new Map<TenantRole, string>();

beforeAll(async () => {
  for (const { file } of jsonPaths) await loadRoute(file);
  team = await aPerson();
  for (const role of MEMBER_ROLES) {
    const person = role === "owner" ? team : await aMember({ tenantId: team.tenantId, role });
    const { cookie, sessionId } = await aSession(person.userId);
    await db.query(`update session set tenant_id = $2 where id = $1`, [sessionId, team.tenantId]);
    sessions.set(role, cookie);
  }
  const staff = await aPerson({ role: "support" });
  const { cookie, sessionId } = await aSession(staff.userId);
  const view = { sessionId, actorId: staff.userId, tenantId: team.tenantId, reason: "A ticket", requestId: "test" };
  await viewAsCustomer({ ...view, now: new Date() });
  sessions.set("staff", cookie);
});

const ofCustomers = documented.filter(({ method, path }) => {
  const declared = declaredPaths.get(path)?.[method];
  return declared === undefined || needsMember(declared);
});

test("a path for customers declares the member's need, and other paths declare none", () => {
  const run = () => Promise.resolve({});
  const noNeed = operation({ purpose: "", credentials: ["K"], run });
  expect(() => apiRoute("tasks/jobs", { GET: noNeed })).toThrow("says what it needs of a member");
  const ofStaff = operation({ purpose: "", credentials: ["K"], right: "fleet.see", need: "tasks.see", run });
  expect(() => apiRoute("nodes/nodes", { GET: ofStaff })).toThrow("says what it needs of a member");
});

test.each([...MEMBER_ROLES, "staff" as const])(
  "the role %s may do what the matrix allows, and is otherwise refused with the roles that may",
  async (role) => {
    const refusals: string[] = [
      ...RIGHTS.map((right) => M.roleLacksRight({ role, holders: holdersOf(right) })),
      M.onlyAtHome,
      M.staffOnlyLook,
    ];
    const leaves = ["/v1/team/leave", "/users/password"];
    for (const row of ofCustomers) {
      const declared = declaredPaths.get(row.path)?.[row.method];
      if (!declared || !needsMember(declared) || !row.auth.includes("S") || leaves.includes(row.path)) continue;
      const { need } = declared;
      const answer = await call(examplePath(row), {
        method: row.method,
        cookie: sessions.get(role) ?? "",
        script: true,
        ...(hasBody(row.method) ? { json: {} } : {}),
      });
      const type = answer.headers.get("Content-Type") ?? "";
      const said = type.includes("json") ? await read<{ human_readable_message?: string }>(answer) : {};
      const refused = answer.status === 403 && refusals.includes(said.human_readable_message ?? "");
      const atHome = role === "owner";
      expect([role, row.method, row.path, refused]).toEqual([
        ...[role, row.method, row.path],
        need === undefined || !meets({ memberRole: role, atHome }, need),
      ]);
    }
  },
);

test("staff who view as a customer may call nothing that changes something", () => {
  const allowed = ofCustomers.filter(({ method, path }) => {
    const declared = declaredPaths.get(path)?.[method];
    if (!declared?.need || !(method !== "GET" || declared.changesState)) return false;
    return meets({ memberRole: "staff", atHome: false }, declared.need);
  });
  expect(allowed).toEqual([]);
});

test("a page that shows another team than the session's is refused, and changes nothing", async () => {
  const member = await aMember({ tenantId: team.tenantId, role: "member" });
  const { cookie, sessionId } = await aSession(member.userId);
  await db.query(`update session set tenant_id = $2 where id = $1`, [sessionId, team.tenantId]);
  const stale = { "X-Millrace-Team": member.tenantName };
  for (const method of ["GET", "POST"]) {
    const path = method === "GET" ? "/v1/jobs" : "/v1/reserve";
    const answer = await call(path, {
      method,
      cookie,
      script: true,
      headers: stale,
      ...(method === "POST" ? { json: {} } : {}),
    });
    expect([method, answer.status]).toEqual([method, 403]);
    expect(await read(answer)).toMatchObject({ human_readable_message: M.otherTeam({ team: team.tenantName }) });
  }
  const fresh = await call("/v1/jobs", { cookie, script: true, headers: { "X-Millrace-Team": team.tenantName } });
  expect(fresh.status).toBe(200);
});
