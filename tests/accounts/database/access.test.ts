import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, prisma, transaction } from "~/platform/db.server";
import { takeMoney } from "~/money/take-money.server";
import { asUnits, UNITS_PER_DOLLAR } from "~/money/units";
import { M } from "~/messages";
import { logIn } from "~/accounts/log-in.server";
import { sendTest } from "~/accounts/inside/endpoints/send-again.server";
import { action } from "~/staff/screens/user-by-id/route";
import { call, read } from "../../contract/support/call";
import { aNode, aTenant, theCatalogue, type TenantInWorld } from "../../support/world";
import { anEndpoint } from "./endpoints/receiver";
import { mailsTo } from "../../staff/database/users/mails";
import { answerOf, aVisit, post, thrownBy, type Visit } from "./screens/visit";

let admin: TenantInWorld;
let visit: Visit;
let customer: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  await aNode({ gpus: 8 });
  admin = await aTenant({ role: "admin", dollars: 0 });
});

beforeEach(async () => {
  visit = await aVisit({ userId: admin.userId });
  customer = await aTenant();
});

const act = async (fields: Record<string, string>, who = visit, about = customer) => {
  const id = String(about.userId);
  return await action(post(who, `/users/view/${id}`, fields, { id }));
};
const acted = async (fields: Record<string, string>) => await answerOf(await act(fields));
const stateOf = async (userId: number) => await prisma.user.findUniqueOrThrow({ where: { id: userId } });

describe("Suspending", () => {
  it("stops all tasks, ends the sessions and refuses session, key and login with M13", async () => {
    const session = await aVisit({ userId: customer.userId });
    const { apiKey, email, password } = customer;
    const task = { task_name: "runs", gpu_type: "a5000", gpu_min: 1 };
    const reserved = await call("/v1/reserve", { key: apiKey, json: task });
    expect(await read(reserved)).toMatchObject({ retcode: "OK" });
    expect(await acted({ intent: "suspend", reason: "fraud" })).toMatchObject({ status: 303 });

    const [row] = await db.query(`select state, stop_target, reason from task where tenant_id = $1`, [
      customer.tenantId,
    ]);
    expect(row).toEqual({ state: "stopping", stop_target: "killed", reason: "account suspended" });
    expect(await prisma.session.count({ where: { id: session.sessionId } })).toBe(0);
    // The session is gone, and the key is refused because its owner is suspended (A35).
    const bySession = await call("/v1/money", { cookie: session.cookie });
    expect([bySession.status, await read(bySession)]).toMatchObject([401, { human_readable_message: M.loginRequired }]);
    const byKey = await call("/v1/money", { key: apiKey });
    expect([byKey.status, await read(byKey)]).toMatchObject([403, { human_readable_message: M.suspended }]);
    await expect(logIn({ email, password, ip: "x", now: new Date() })).rejects.toThrow(M.suspended);
    expect(await stateOf(customer.userId)).toMatchObject({ state: "suspended", suspendedReason: "fraud" });
  });

  it("is undone by Restore, and both are audited", async () => {
    await acted({ intent: "suspend", reason: "a mistake" });
    await acted({ intent: "restore" });
    expect((await call("/v1/money", { key: customer.apiKey })).status).toBe(200);
    const target = `user:${customer.userId}`;
    const audit = await prisma.auditRow.findMany({ where: { target }, orderBy: { id: "asc" } });
    expect(audit.map(({ action: done, userId }) => [done, userId])).toEqual([
      ["user.suspend", admin.userId],
      ["user.restore", admin.userId],
    ]);
  });

  it("needs a reason, and leaves no task running that was reserved at the same moment", async () => {
    expect(await acted({ intent: "suspend", reason: "" })).toMatchObject({ status: 422 });
    const json = { task_name: "late", gpu_type: "a5000", gpu_min: 1 };
    await Promise.all([
      acted({ intent: "suspend", reason: "race" }),
      call("/v1/reserve", { key: customer.apiKey, json }),
    ]);
    const running = await db.query(
      `select from task where tenant_id = $1 and state in ('queued', 'placing', 'starting', 'running')`,
      [customer.tenantId],
    );
    expect(running).toEqual([]);
  });
});

describe("Closing an account", () => {
  it("requires a balance of zero, then frees the address and ends key and sessions; the ledger stays", async () => {
    expect(await acted({ intent: "close", confirm: "1" })).toMatchObject({
      data: { message: "The balance must be $0.00 before an account is closed." },
    });
    await emptied(customer);
    const { endpointId } = await anEndpoint(customer, { url: "https://example.com/hooks" });
    await sendTest({ ...customer, endpointId, now: new Date() });
    const asked = {
      codeHash: "closed",
      userCode: "CLSD-CLSD",
      clientName: "x",
      ip: "",
      intervalS: 5,
      userId: customer.userId,
    };
    const times = { createdAt: new Date(), expiresAt: new Date(Date.now() + 60_000) };
    await prisma.deviceLogin.create({ data: { ...asked, ...times, state: "allowed" } });
    expect(await acted({ intent: "close" })).toMatchObject({ status: 422 });
    expect(await acted({ intent: "close", confirm: "1" })).toMatchObject({ status: 303 });
    expect(await stateOf(customer.userId)).toMatchObject({
      state: "closed",
      email: null,
      passwordHash: null,
    });
    expect(await prisma.webhookEndpoint.findUnique({ where: { id: endpointId } })).toMatchObject({
      ...{ state: "deleted", secret: "" },
    });
    expect(await prisma.webhookDelivery.findMany({ where: { endpointId } })).toMatchObject([{ state: "failed" }]);
    expect(await prisma.deviceLogin.count({ where: { userId: customer.userId } })).toBe(0);
    expect((await call("/v1/money", { key: customer.apiKey })).status).toBe(401);
    const [entries] = await db.query<{ count: bigint }>(
      `select count(*) from ledger_entry e join ledger_account a on a.id = e.account_id where a.tenant_id = $1`,
      [customer.tenantId],
    );
    expect(entries?.count).toBeGreaterThan(0n);
    await aTenant({ email: customer.email });
  });

  it("waits for the last task", async () => {
    await call("/v1/reserve", {
      key: customer.apiKey,
      json: { task_name: "open", gpu_type: "a5000", gpu_min: 1, enqueue: 1, agree: 1 },
    });
    expect(await acted({ intent: "close", confirm: "1" })).toMatchObject({
      data: { message: "Stop this account's tasks first: some are unfinished." },
    });
  });
});

describe("Access is changed", () => {
  it("by admins only", async () => {
    const operator = await aVisit({ userId: (await aTenant({ role: "operator", dollars: 0 })).userId });
    for (const intent of ["suspend", "restore", "close", "set-role", "reset-two-factor"]) {
      const fields = { intent, reason: "x", confirm: "1", role: "admin" };
      expect((await thrownBy(act(fields, operator))).status).toBe(403);
    }
    expect(await stateOf(customer.userId)).toMatchObject({ state: "active", role: "customer" });
  });

  it("never to one's own account: M98", async () => {
    const own = await answerOf(await act({ intent: "set-role", role: "customer" }, visit, admin));
    expect(own).toMatchObject({ status: 422, data: { message: M.notYourselfOrLastAdmin } });
  });

  it("never for the last admin, even when two demote each other at once", async () => {
    const second = await aTenant({ role: "admin", dollars: 0 });
    const others = await aVisit({ userId: second.userId });
    await Promise.allSettled([
      act({ intent: "set-role", role: "customer" }, visit, second),
      act({ intent: "set-role", role: "customer" }, others, admin),
    ]);
    expect(await prisma.user.count({ where: { role: "admin" } })).toBe(1);
    await prisma.user.update({ where: { id: admin.userId }, data: { role: "admin" } });
  });

  it("without the second factor for a user who lost it; their sessions end and they get a mail", async () => {
    const own = await aVisit({ userId: customer.userId });
    const totp = { totpSecret: "lost", totpConfirmedAt: new Date() };
    await prisma.user.update({ where: { id: customer.userId }, data: totp });
    expect(await acted({ intent: "reset-two-factor" })).toMatchObject({ status: 303 });
    expect(await stateOf(customer.userId)).toMatchObject({ totpSecret: null, totpConfirmedAt: null });
    expect(await prisma.session.count({ where: { id: own.sessionId } })).toBe(0);
    expect(await mailsTo(customer.email)).toMatchObject([
      { subject: "Two-factor login was reset for your Millrace account" },
    ]);
  });

  it("to another role at once", async () => {
    expect(await acted({ intent: "set-role", role: "support" })).toMatchObject({ status: 303 });
    expect(await stateOf(customer.userId)).toMatchObject({ role: "support" });
  });
});

it("A user with an unconfirmed address can configure a machine but not start it: M15", async () => {
  await prisma.user.update({ where: { id: customer.userId }, data: { state: "unverified" } });
  const reserved = await call("/v1/reserve", {
    key: customer.apiKey,
    json: { task_name: "early", gpu_type: "a5000", gpu_min: 1 },
  });
  expect(await read(reserved)).toMatchObject({
    retcode: "ERROR",
    human_readable_message: M.confirmEmailFirst,
  });
});

async function emptied({ tenantId }: TenantInWorld): Promise<void> {
  const units = asUnits(100n * UNITS_PER_DOLLAR);
  const key = `test-empty:${tenantId}`;
  await transaction((tx) =>
    takeMoney(tx, {
      tenantId,
      units,
      key,
      to: "adjustment",
      kind: "adjustment",
      description: "Paid out",
      now: new Date(),
    }),
  );
}
