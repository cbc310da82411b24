import { beforeAll, beforeEach, expect, test } from "vitest";
import { findSession } from "~/accounts/session.server";
import { isStillAdmitted } from "~/accounts/is-still-admitted.server";
import { listPresentSessions } from "~/accounts/list-present-sessions.server";
import { loader as movements } from "~/money/screens/movements/route";
import { loader as notifications, action as notify } from "~/accounts/screens/notifications/route";
import { loader as settings } from "~/accounts/screens/settings/route";
import { loader as security } from "~/accounts/screens/security/route";
import { action as chooseTeam } from "~/accounts/screens/team/route";
import { loader as usage } from "~/usage/screens/usage/route";
import { loader as task } from "~/compute/screens/task/route";
import { endTwoFactor } from "~/accounts/two-factor.server";
import { db, transaction } from "~/platform/db.server";
import { readRootData } from "~/platform/http/root-data.server";
import { listStaffAccess } from "~/platform/list-staff-access.server";
import { M } from "~/messages";
import { setRole } from "~/staff/inside/set-role.server";
import { action, loader } from "~/staff/screens/view-as/route";
import { answerOf, aVisit, get, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";
import { aRunningTask } from "../../../money/database/billing/running-task";
import { aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import { DOCUMENTED_RIGHTS } from "~/platform/staff-rights";

let customer: TenantInWorld;
let staff: TenantInWorld;
let visit: Visit;

beforeAll(theCatalogue);
beforeEach(async () => {
  customer = await aTenant({ dollars: 50 });
  staff = await aTenant({ role: "support", dollars: 0 });
  visit = await aVisit({ userId: staff.userId });
});

const params = (of = customer) => ({ tenantName: of.tenantName });
const begin = async (fields = { reason: "Ticket 12" }, of = customer, by = visit) =>
  await action(post(by, `/users/view-as/${of.tenantName}`, { intent: "view", ...fields }, params(of)));
const session = async () => await findSession({ cookie: visit.cookie, now: new Date() });
const tenantNow = async () => (await session())?.account.tenantId;

test("staff see a customer's screens, read-only, and the customer reads why (16.12)", async () => {
  expect((await loader(get(visit, "/users/view-as/x", params()))).tenantName).toBe(customer.tenantName);
  const answer = await begin();
  expect(answer).toMatchObject({ status: 303 });
  const account = (await session())?.account;
  expect(account).toMatchObject({ tenantId: customer.tenantId, memberRole: "staff", role: "support", atHome: false });

  const root = (await readRootData(get(visit, "/tasks"))).data;
  expect(root.viewer?.roleLine).toMatch(/^You are viewing as .+ until .+ UTC\. You can change nothing/);
  expect(root.viewer?.viewEnd).toBe(`/users/view-as/${customer.tenantName}`);
  expect(root.money?.balance.dollars_est).toBe(50);
  expect(root.viewer?.hidden).toEqual(expect.arrayContaining(["security", "api-keys", "webhooks", "task-port"]));

  expect(await movements(get(visit, "/billing/movements"))).toBeTruthy();
  expect(await usage(get(visit, "/usage"))).toBeTruthy();
  expect(await notifications(get(visit, "/user/notifications"))).toBeTruthy();
  expect(await settings(get(visit, "/settings"))).toMatchObject({ email: expect.stringContaining("@") });
  expect((await thrownBy(security(get(visit, "/user/security")))).status).toBe(403);
  const alert = post(visit, "/user/notifications", { intent: "add-gpu-alert", gpu_type: "h100" });
  expect((await thrownBy(notify(alert))).status).toBe(403);
  expect((await thrownBy(chooseTeam(post(visit, "/user/team", { intent: "leave" })))).status).toBe(403);

  const { rows } = await listStaffAccess({ tenantId: customer.tenantId, after: null });
  expect(rows).toMatchObject([{ action: "tenant.view-as", role: "support", reason: "Ticket 12" }]);
});

test("the output of a task is left out (16.12)", async () => {
  const { resvGuid } = await aRunningTask({ tenantId: customer.tenantId, pph: 100 });
  await db.query(
    `insert into task_log (resv_guid, placement_id, agent_seq, at, stream, text)
     select $1, placement_id, 1, now(), 'out', 'token=abc' from placement where resv_guid = $1`,
    [resvGuid],
  );
  const read = () => task(get(visit, `/tasks/${resvGuid}?tab=logs`, { resvGuid, resv_guid: resvGuid }));
  await begin();
  const shown = await read();
  expect(shown).toMatchObject({ job: { resv_guid: resvGuid }, log: null });
  expect(JSON.stringify(shown)).not.toContain("token=abc");
});

test("a view ends after half an hour, by the button, and with the role or the second factor (16.12)", async () => {
  const later = new Date(Date.now() + 60 * 60_000);
  const ends: (() => Promise<unknown>)[] = [
    () => action(post(visit, "/users/view-as/x", { intent: "stop" }, params())),
    () => db.query(`update user_account set role = 'customer' where id = $1`, [staff.userId]),
    () => transaction((tx) => endTwoFactor(tx, { userId: staff.userId })),
    () => db.query(`update session set view_until = now() - interval '1 s' where id = $1`, [visit.sessionId]),
  ];
  for (const end of ends) {
    await db.query(`update user_account set role = 'support' where id = $1`, [staff.userId]);
    await begin();
    expect(await tenantNow()).toBe(customer.tenantId);
    expect((await findSession({ cookie: visit.cookie, now: later }))?.account.tenantId).toBe(staff.tenantId);
    const account = {
      userId: staff.userId,
      tenantId: customer.tenantId,
      memberRole: "staff",
      staffRights: DOCUMENTED_RIGHTS.support,
    } as const;
    const admitted = { account, sessionId: visit.sessionId, keyId: null, now: new Date() };
    expect(await isStillAdmitted(admitted)).toBe(true);
    await end();
    expect(await tenantNow()).toBe(staff.tenantId);
    expect(await isStillAdmitted(admitted)).toBe(false);
    const present = await listPresentSessions({ sessionIds: [visit.sessionId], now: new Date() });
    expect(present.get(visit.sessionId)?.tenantId).toBe(staff.tenantId);
  }
});

test("a view that ended with the role does not come back with it", async () => {
  const admin = await aTenant({ role: "admin" });
  const act = { actorId: admin.userId, userId: staff.userId, requestId: "", now: new Date() };
  await begin();
  await setRole({ ...act, role: "customer" });
  await setRole({ ...act, role: "support" });
  expect(await tenantNow()).toBe(staff.tenantId);
});

test("a customer, a missing reason, one's own account, a closed one and an unknown one are refused (16.12)", async () => {
  const other = await aTenant();
  const asCustomer = await aVisit({ userId: other.userId });
  expect((await thrownBy(begin({ reason: "x" }, customer, asCustomer))).status).toBe(403);
  expect(await answerOf(await begin({ reason: " " }))).toMatchObject({ status: 422 });
  expect(await answerOf(await begin({ reason: "x" }, staff))).toMatchObject({ data: { message: M.viewIsOwn } });
  await db.query(`update user_account set state = 'closed' where id = $1`, [customer.userId]);
  expect(await answerOf(await begin())).toMatchObject({ data: { message: M.viewIsClosed } });
  expect((await thrownBy(begin({ reason: "x" }, { ...customer, tenantName: "nobody\u0000" }))).status).toBe(404);
  expect(await tenantNow()).toBe(staff.tenantId);
});
