import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { lockWaits } from "../../../support/lock-waits";
import { aVisit, get } from "../../../accounts/database/screens/visit";
import { loadRoute } from "../../../contract/support/load-route";
import { until } from "../../../support/until";
import { aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import { findSession } from "~/accounts/session.server";
import { viewAsCustomer } from "~/accounts/view-as-customer.server";
import { setNodeCost } from "~/compute/node-costs.server";
import { issueEnrolmentToken } from "~/fleet/inside/nodes/issue-enrolment-token.server";
import { M } from "~/messages";
import { db, transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { queueMail } from "~/platform/queue-mail.server";
import { factsOf } from "~/platform/http/request-facts.server";
import { isRole, ROLES } from "~/platform/role";
import { GIVEN_STAFF_RIGHTS, HAS_RIGHT, STAFF_RIGHTS, type StaffRight } from "~/platform/staff-rights";
import { screens } from "~/routes.js";
import { loader as statsOf } from "~/staff/api/users/get-stats";
import { addChannel } from "~/staff/inside/alerts/change-channels.server";
import { closeAccount } from "~/staff/inside/close-account.server";
import { resetTwoFactor } from "~/staff/inside/reset-two-factor.server";
import { changeRole, deleteRole, makeRole } from "~/staff/inside/roles/change-roles.server";
import { listRoles } from "~/staff/inside/roles/list-roles.server";
import { refreshFigures } from "~/staff/refresh-figures.server";
import { setRole } from "~/staff/inside/set-role.server";
import { suspendUser } from "~/staff/inside/suspend-user.server";

const now = new Date();
const requestId = "test";
let admin: TenantInWorld;
let clerk: TenantInWorld;
const by = () => ({ userId: admin.userId, requestId, now });

beforeEach(async () => {
  await db.query(`update user_account set role = 'customer' where role <> 'customer'`);
  await db.query(`delete from user_role where made_at is not null`);
  admin = await aTenant({ role: "admin", dollars: 0 });
  clerk = await aTenant({ dollars: 0 });
});

/** Makes a role with these rights and gives it to the clerk. */
async function aClerk(...rights: StaffRight[]): Promise<void> {
  await makeRole(by(), { label: "Billing clerk", rights });
  const asked = { actorId: admin.userId, userId: clerk.userId, role: "billing-clerk", requestId, now };
  expect(await setRole(asked)).toBe("Billing clerk");
}

test("a role is made, given, changed and, once nobody has it, deleted; each act is audited", async () => {
  await aClerk("customers.see", "money.see", "refunds.give");
  const [made] = (await listRoles()).filter(({ name }) => !isRole(name));
  expect(made).toMatchObject({ name: "billing-clerk", label: "Billing clerk", holders: [{ id: clerk.userId }] });
  await changeRole(by(), { name: "billing-clerk", label: "Clerk", rights: ["customers.see"] });
  await expect(deleteRole(by(), { name: "billing-clerk" })).rejects.toThrow(
    M.roleHasHolders({ holders: "1 person is" }),
  );
  await setRole({ actorId: admin.userId, userId: clerk.userId, role: "customer", requestId, now });
  await deleteRole(by(), { name: "billing-clerk" });
  const acts = await db.query<{ action: string }>(
    `select action from audit_row where user_id = $1 and target = 'staff-role:billing-clerk' order by id`,
    [admin.userId],
  );
  expect(acts.map(({ action }) => action)).toEqual(["staff-role.new", "staff-role.change", "staff-role.delete"]);
});

test("a closed account does not keep its role", async () => {
  await aClerk("customers.see");
  await closeAccount({ actorId: admin.userId, userId: clerk.userId, requestId, now });
  await deleteRole(by(), { name: "billing-clerk" });
  expect(await db.query(`select role from user_account where id = $1`, [clerk.userId])).toEqual([{ role: "customer" }]);
});

test.each(ROLES)("the documented role %s cannot be changed or deleted", async (name) => {
  const rights = ["fleet.see"];
  await expect(changeRole(by(), { name, label: "Mine", rights })).rejects.toThrow(M.roleIsDocumented);
  await expect(deleteRole(by(), { name })).rejects.toThrow(M.roleIsDocumented);
});

test.each([
  ["", ["fleet.see"], M.roleLabel],
  ["<b>", ["fleet.see"], M.roleLabel],
  ["admin", ["fleet.see"], M.roleLabel],
  ["Free", ["fleet.see"], M.roleLabel],
  ["Clerk", [], M.roleRights],
  ["Clerk", ["staff.act"], M.roleRights],
  ["Clerk", ["no.such"], M.roleRights],
  ["Clerk", ["refunds.give"], M.roleRightNeeds({ right: "Give refunds", needs: "See money" })],
])("a role called “%s” with %j is refused", async (label, rights, message) => {
  await expect(makeRole(by(), { label, rights })).rejects.toThrow(message);
});

test("only holders of staff.act make roles and give them, and no own role has it", async () => {
  await aClerk(...GIVEN_STAFF_RIGHTS);
  const act = { userId: clerk.userId, requestId, now };
  await expect(makeRole(act, { label: "Other", rights: ["fleet.see"] })).rejects.toThrow(M.notAllowed);
  const other = { actorId: clerk.userId, userId: (await aTenant({ dollars: 0 })).userId, requestId, now };
  await expect(setRole({ ...other, role: "admin" })).rejects.toThrow(M.notAllowed);
});

test("the right to change access does not reach staff", async () => {
  await aClerk("customers.see", "access.act");
  const support = await aTenant({ role: "support", dollars: 0 });
  for (const { userId } of [admin, support]) {
    const act = { actorId: clerk.userId, userId, requestId, now };
    await db.query(`update user_account set totp_confirmed_at = now() where id = $1`, [userId]);
    await expect(resetTwoFactor(act)).rejects.toThrow();
    await expect(suspendUser({ ...act, reason: "x" })).rejects.toThrow();
  }
  const customer = await aTenant({ dollars: 0 });
  await suspendUser({ actorId: clerk.userId, userId: customer.userId, reason: "x", requestId, now });
});

test("a right that a role loses ends what came with it, for each holder, and the admins are told", async () => {
  await theCatalogue();
  await aClerk("customers.see", "money.see", "customers.view", "fleet.see", "fleet.admit", "alerts.act");
  const visit = await aVisit({ userId: clerk.userId });
  const customer = await aTenant();
  const act = { userId: clerk.userId, requestId, now };
  await addChannel(act, { name: "Mine", kind: "mail", target: "me@elsewhere.example", hourly_max: "5" });
  await issueEnrolmentToken({ clusterName: "fra1", ...act });
  const { sessionId } = visit;
  await viewAsCustomer({ sessionId, actorId: clerk.userId, tenantId: customer.tenantId, reason: "x", requestId, now });
  await changeRole(by(), { name: "billing-clerk", label: "Billing clerk", rights: ["customers.see"] });
  const session = await findSession({ cookie: visit.cookie, now });
  expect(session).toMatchObject({ viewUntil: null, account: { staffRights: ["customers.see"] } });
  expect(
    await db.query(`select from enrolment_token where withdrawn_at is null and created_by_id = $1`, [clerk.userId]),
  ).toEqual([]);
  const mails = await db.query<{ text: string }>(`select text from mail where to_address = $1`, [admin.email]);
  expect(mails.map(({ text }) => text).join()).toContain("the channel of alerts Mine");
  expect(mails.map(({ text }) => text).join()).toContain("has lost rights of the role Billing clerk");
});

test("a right that stays ends nothing", async () => {
  await theCatalogue();
  await aClerk("fleet.see", "fleet.admit", "customers.see");
  await issueEnrolmentToken({ clusterName: "fra1", userId: clerk.userId, requestId, now });
  await changeRole(by(), { name: "billing-clerk", label: "Billing clerk", rights: ["fleet.see", "fleet.admit"] });
  await setRole({ actorId: admin.userId, userId: clerk.userId, role: "admin", requestId, now });
  const open = `select 1 as one from enrolment_token where withdrawn_at is null and created_by_id = $1`;
  expect(await db.query(open, [clerk.userId])).toHaveLength(1);
  await setRole({ actorId: admin.userId, userId: clerk.userId, role: "operator", requestId, now });
  expect(await db.query(open, [clerk.userId])).toHaveLength(0);
});

test("a change of a role waits for an act in flight, and an act that waited for the change is refused", async () => {
  await aClerk("fleet.see", "money.see", "alerts.act");
  const waiting = async () => (await lockWaits()) > 0;
  let change: Promise<unknown> = Promise.resolve();
  await transaction(async (tx) => {
    await holdStaffRight(tx, { userId: clerk.userId, now }, "alerts.act");
    change = changeRole(by(), { name: "billing-clerk", label: "Billing clerk", rights: ["fleet.see"] });
    await until("the change waits for the act", waiting);
  });
  await change;
  const late = transaction((tx) => holdStaffRight(tx, { userId: clerk.userId, now }, "alerts.act"));
  await expect(late).rejects.toThrow(M.notAllowed);
});

test("somebody active always holds staff.act, whatever admins do to each other", async () => {
  await makeRole(by(), { label: "Helper", rights: ["customers.see"] });
  const people = [admin, ...(await Promise.all([1, 2, 3].map(() => aTenant({ role: "admin", dollars: 0 }))))];
  const person = fc.integer({ min: 0, max: people.length - 1 });
  const role = fc.constantFrom("customer", "support", "operator", "admin", "helper");
  const act = fc.record({ actor: person, user: person, what: fc.oneof(role, fc.constant("suspend")) });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
      await db.query(`update user_account set role = 'admin', state = 'active' where id = any($1::int[])`, [
        people.map(({ userId }) => userId),
      ]);
      await Promise.allSettled(
        acts.map(({ actor, user, what }) => {
          const ids = { actorId: people[actor]?.userId ?? 0, userId: people[user]?.userId ?? 0, requestId, now };
          return what === "suspend" ? suspendUser({ ...ids, reason: "x" }) : setRole({ ...ids, role: what });
        }),
      );
      const left = await db.query(
        `select 1 from user_account u where state = 'active' and ${HAS_RIGHT("staff.act")} and id = any($1::int[])`,
        [people.map(({ userId }) => userId)],
      );
      expect(left.length).toBeGreaterThan(0);
    }),
    { numRuns: 12 },
  );
});

test("staff without customers.see read no comments about a customer", async () => {
  await aClerk("money.see");
  const { userId } = await aTenant({ dollars: 0 });
  const read = async () => {
    const visit = await aVisit({ userId: clerk.userId });
    return (await statsOf(get(visit, `/users/get_stats/${userId}`, { user_id: String(userId) }))).status;
  };
  expect(await read()).toBe(403);
  await changeRole(by(), { name: "billing-clerk", label: "Billing clerk", rights: ["money.see", "customers.see"] });
  expect(await read()).toBe(200);
});

test("two roles never have one label, even if they get it at once", async () => {
  await makeRole(by(), { label: "One", rights: ["fleet.see"] });
  await makeRole(by(), { label: "Two", rights: ["fleet.see"] });
  const changes = ["one", "two"].map((name) => changeRole(by(), { name, label: "Same", rights: ["fleet.see"] }));
  const done = await Promise.allSettled([...changes, makeRole(by(), { label: "same", rights: ["fleet.see"] })]);
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refused = done.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
  expect(refused).toEqual([expect.stringContaining(M.roleLabel), expect.stringContaining(M.roleLabel)]);
  expect((await listRoles()).filter(({ label }) => label.toLowerCase() === "same")).toHaveLength(1);
});

test("a form that was drawn before another change of the role is refused, so that no right comes back", async () => {
  await makeRole(by(), { label: "Clerk", rights: ["fleet.see", "money.see"] });
  const drawn = { name: "clerk", label: "Boss", rights: ["fleet.see", "money.see"], were: "fleet.see money.see" };
  await changeRole(by(), { ...drawn, label: "Clerk", rights: ["fleet.see"] });
  await expect(changeRole(by(), drawn)).rejects.toThrow(M.roleChanged);
});

/** The rights of somebody who never sees money. */
const WITHOUT_MONEY = GIVEN_STAFF_RIGHTS.filter(
  (right) => right !== "money.see" && !STAFF_RIGHTS[right].needs?.includes("money.see"),
);

test("staff without money.see get no money figures, on any screen or in its files", async () => {
  await theCatalogue();
  await aClerk(...WITHOUT_MONEY);
  const customer = await aTenant({ dollars: 12_345.67 });
  await refreshFigures({ now: new Date() });
  const mail = { to: customer.email, subject: "Receipt R-1: $12,345.67", text: "", cause: "receipt" };
  await transaction((tx) => queueMail(tx, mail));
  const kind = { cluster: "fra1", gpuType: "a5000", gpus: 8 };
  await setNodeCost({ ...kind, ...by(), cents: 12_345, now: new Date() });
  const values = { ...{ id: String(customer.userId), tenantName: customer.tenantName, user: customer.email } };
  const look = async () => {
    const [shown, withMoney] = [new Set<string>(), new Set<string>()];
    for (const { url, file, folder } of screens.filter(({ audience }) => audience === "operator")) {
      const path = url.replace(/:(\w+)/g, (_, name: string) => values[name as keyof typeof values] ?? "1");
      const { loader } = await loadRoute(file);
      // A session each, because screens are limited by session.
      const visit = await aVisit({ userId: clerk.userId });
      for (const query of ["", "?sort=balance&debt=1", "?list=all", `?q=${customer.email}`, ...FILES]) {
        const args = get(visit, path + query, { ...values, nodeName: "1", alertId: "1" });
        const answer: unknown = await loader(args).catch((error: unknown) => error);
        if (answer instanceof Error) throw answer;
        expect(answer instanceof Response && answer.status === 429).toBe(false);
        const file = factsOf(args).file;
        const text = answer instanceof Response ? await (file ?? answer).text() : JSON.stringify(answer, withBigInts);
        if (!(answer instanceof Response)) shown.add(folder);
        if (file) shown.add(`${folder}${query}`);
        if (/12,?345/.test(text)) withMoney.add(folder);
      }
    }
    return { shown: [...shown], withMoney: [...withMoney] };
  };
  const { shown, withMoney } = await look();
  expect(withMoney).toEqual([]);
  expect(shown).toEqual(
    expect.arrayContaining([
      "users",
      "user-by-id",
      "dashboard",
      "search",
      "inbox",
      "nodes",
      `user-by-id${FILES.at(-1)}`,
    ]),
  );
  await changeRole(by(), { name: "billing-clerk", label: "Billing clerk", rights: GIVEN_STAFF_RIGHTS });
  expect((await look()).withMoney).toEqual(
    expect.arrayContaining(["users", "user-by-id", "user-by-tenant", "dashboard"]),
  );
});

const FILES = ["users", "pro", "free", "billing", "spend", "top-ups", "charges", "reservations", "mails"].map(
  (table) => `?format=csv&table=${table}`,
);

function withBigInts(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
