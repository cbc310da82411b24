import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addGpuAlert } from "~/compute/gpu-alerts.server";
import { db, prisma, transaction } from "~/platform/db.server";
import { checkLedger } from "~/money/check-ledger.server";
import { takeMoney } from "~/money/take-money.server";
import { asUnits } from "~/money/units";
import { M } from "~/messages";
import { advanceDeletion, deleteAccounts } from "~/staff/delete-accounts.server";
import { askDeletion, PAY_DEBT_FIRST, WAIT_FOR_TOP_UP } from "~/staff/inside/own-data/deletion/ask-deletion.server";
import { DELETION_STEPS, type DeletionStep, stepAfter } from "~/staff/inside/own-data/deletion/steps";
import { restoreUser, suspendUser } from "~/staff/inside/suspend-user.server";
import { advanceTasks } from "~/compute/advance-tasks.server";
import { action, loader } from "~/staff/screens/data/route";
import { IN_BALANCE } from "../../../support/in-balance";
import { aCard, useProvider } from "../../../support/provider";
import { aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import { aRunningTask, accountsOf, reportStopped } from "../../../money/database/billing/running-task";
import { aVisitor } from "../../../support/visitor";
import { registerAs } from "../../../accounts/database/registering";
import { answerOf, aVisit, get, post, type Visit } from "../../../accounts/database/screens/visit";
import { mailsTo } from "../users/mails";

useProvider();

let owner: TenantInWorld;
let visit: Visit;

beforeAll(async () => {
  await theCatalogue();
});

beforeEach(async () => {
  owner = await aTenant({ dollars: 5 });
  visit = await aVisit({ userId: owner.userId });
});

const send = async (more: Record<string, string> = {}) =>
  await answerOf(
    await action(
      post(visit, "/user/data", {
        ...{
          intent: "delete",
          password: owner.password,
          confirmation: owner.email,
          forfeit: "1",
          forfeit_cents: "500",
        },
        ...more,
      }),
    ),
  );
const stepOf = async () =>
  (await prisma.accountDeletion.findUnique({ where: { userId: owner.userId } }))?.step as DeletionStep | undefined;
const user = async () => await prisma.user.findUniqueOrThrow({ where: { id: owner.userId } });
const sent = async () => await db.query(`update mail set sent_at = now() where to_address = $1`, [owner.email]);

/**
 * Rows that workers send and remove within seconds, and the provider's reports, which are deleted after 90 days (A30).
 */
const FLEETING = ["outbox", "webhook_event"];

/** Every row that names the person, as a stranger with the whole database would find it. */
async function tracesOf(words: readonly string[]): Promise<string[]> {
  const tables = await db.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables.filter((table) => !FLEETING.includes(table.name))) {
    const rows = await db.query<{ text: string }>(`select t::text as text from "${name}" t`);
    found.push(...rows.filter(({ text }) => words.some((word) => text.includes(word))).map(() => name));
  }
  return found;
}

/** The person's name begins with a letter that no random text has: "Ada" was found in an encrypted key. */
async function aFullAccount(): Promise<void> {
  await aCard(owner);
  await db.query(`update tenant set company = 'Áda Works', street = 'Long Lane 1', city = 'York' where id = $1`, [
    owner.tenantId,
  ]);
  await db.query(`update user_account set name = 'Áda Ownerly' where id = $1`, [owner.userId]);
  await db.query(
    `insert into volume (tenant_id, name, cluster_name, gb, gb_month_cents, reach, state, created_at, state_at, charged_to)
     select $1, 'Áda-' || number, 'fra1', 10, 10, 'shared', 'deleting', now(), now(), now() from generate_series(1, 2) number`,
    [owner.tenantId],
  );
  await addGpuAlert({ ...owner, gpuType: "h100", now: new Date() });
  await db.query(
    `insert into notification (tenant_id, human_readable_message, cause, at) values ($1, 'Hello Áda Ownerly', $2, now())`,
    [owner.tenantId, `ada:${owner.userId}`],
  );
  await db.query(`insert into usage_source (name, user_id, created_by, created_at) values ($1, $2, $2, now())`, [
    owner.email,
    owner.userId,
  ]);
  await db.query(
    `insert into usage_rejection (source_id, reason, events, last_at, samples)
     select id, 'Why', 2, now(), $1 from usage_source where user_id = $2`,
    [
      JSON.stringify(
        [owner.email.toUpperCase(), owner.tenantName, "other@people.example", undefined].map((sent) => ({
          event: { user: sent },
        })),
      ),
      owner.userId,
    ],
  );
  const named = [{ factor: 2, tenant_name: owner.tenantName }];
  await db.query(
    `insert into rehearsal (name, made_at, ended_at, input, fault, state) values ('Twice', now(), now(), $1, $2, 'failed')`,
    [
      JSON.stringify({ source: {}, variants: [{ name: "Twice", demand: named, limits: named }], seed: 1 }),
      `${M.rehearsalNoTasks}\n${M.rehearsalNoTenant({ name: owner.tenantName })}`,
    ],
  );
}

describe("A deletion of the user's own account", () => {
  it("ends access at once, and the rest once its tasks have ended; the ledger stays balanced", async () => {
    await aFullAccount();
    const task = await aRunningTask({ tenantId: owner.tenantId, pph: 95, state: "starting" });
    expect(await send()).toMatchObject({ status: 303, location: "/login" });
    expect(await prisma.session.count({ where: { userId: owner.userId } })).toBe(0);
    await sent();
    await deleteAccounts({ now: new Date() });
    expect([await stepOf(), (await user()).state]).toEqual(["end-tasks", "suspended"]);
    await reportStopped(task);
    await advanceTasks({ now: new Date() });
    await deleteAccounts({ now: new Date() });
    expect([await stepOf(), (await user()).state]).toEqual(["done", "closed"]);
    expect(await tracesOf([owner.email, owner.email.toUpperCase(), "Áda", "Long Lane", owner.tenantName])).toEqual([]);
    expect(await db.query(`select from gpu_alert`)).toEqual([]);
    expect(await db.query(`select samples from usage_rejection`)).toContainEqual({
      samples: [{ event: { user: "other@people.example" } }, { event: {} }],
    });
    expect(await accountsOf(owner.tenantId)).toEqual({ customer: 0n, owed: 0n });
    const movements = await db.query(`select description from ledger_transaction where tenant_id = $1 order by id`, [
      owner.tenantId,
    ]);
    expect(movements).toMatchObject([{ description: "Top-up" }, { description: "Given up with the account" }]);
    expect(await checkLedger()).toMatchObject(IN_BALANCE);
  });

  it("frees the address for another registration, whose mails stay", async () => {
    await send();
    await deleteAccounts({ now: new Date() });
    expect(await stepOf()).toBe("forget-mails");
    await registerAs(aVisitor(), { email: owner.email });
    await db.query(`update mail set created_at = now() + interval '1 minute' where subject like 'Confirm%'`);
    await sent();
    await deleteAccounts({ now: new Date() });
    expect(await stepOf()).toBe("done");
    expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toEqual(["Confirm your email address"]);
    expect(await prisma.user.count({ where: { email: owner.email } })).toBe(1);
  });

  it("waits a day for its last mail, and no longer", async () => {
    await send();
    await deleteAccounts({ now: new Date() });
    expect((await mailsTo(owner.email)).at(-1)?.subject).toBe("Your Millrace account is being deleted");
    await deleteAccounts({ now: new Date(Date.now() + 25 * 3_600_000) });
    expect(await stepOf()).toBe("done");
    expect(await mailsTo(owner.email)).toEqual([]);
  });

  it.each(DELETION_STEPS.filter((step) => step !== "done" && step !== "close"))(
    "whose worker stops after %s was done and before that was stored ends the same",
    async (crash) => {
      await aFullAccount();
      await send();
      await sent();
      const now = new Date();
      while ((await stepOf()) !== crash) expect(await advanceDeletion({ userId: owner.userId, now })).toBe(true);
      const before = await prisma.accountDeletion.findUniqueOrThrow({ where: { userId: owner.userId } });
      await advanceDeletion({ userId: owner.userId, now });
      expect(await stepOf()).toBe(stepAfter(crash as Exclude<DeletionStep, "done">));
      await prisma.accountDeletion.update({ where: { userId: owner.userId }, data: before });
      await deleteAccounts({ now });
      expect(await stepOf()).toBe("done");
      expect(await tracesOf([owner.email, "Áda", "Long Lane", owner.tenantName])).toEqual([]);
      expect(await accountsOf(owner.tenantId)).toEqual({ customer: 0n, owed: 0n });
    },
  );

  it("happens once with two concurrent workers", async () => {
    await send();
    await sent();
    const now = new Date();
    await Promise.all([deleteAccounts({ now }), deleteAccounts({ now }), deleteAccounts({ now })]);
    await deleteAccounts({ now });
    expect(await stepOf()).toBe("done");
    expect(await prisma.ledgerTransaction.count({ where: { key: { startsWith: `forfeit:${owner.userId}:` } } })).toBe(
      1,
    );
  });

  it("is cancelled when staff restore the account", async () => {
    const admin = await aTenant({ role: "admin" });
    await send();
    await restoreUser({ actorId: admin.userId, userId: owner.userId, requestId: "", now: new Date() });
    await deleteAccounts({ now: new Date() });
    expect([await stepOf(), (await user()).state, (await user()).email]).toEqual([undefined, "active", owner.email]);
  });

  it("is refused if they were suspended since the request was sent: the reason stays", async () => {
    const asked = { confirmation: owner.email, givesUpCents: 500, requestId: "", now: new Date() };
    const staff = { ...owner, actorId: (await aTenant({ role: "admin" })).userId, requestId: "", now: new Date() };
    await suspendUser({ ...staff, reason: "fraud" });
    await expect(askDeletion({ ...asked, userId: owner.userId })).rejects.toThrow(M.notAllowed);
    expect([await stepOf(), (await user()).suspendedReason]).toEqual([undefined, "fraud"]);
  });

  it("needs the password, the typed address, and the forfeited amount", async () => {
    const { losses } = await loader(get(visit, "/user/data"));
    expect(losses).toMatchObject({ cents: 500, owes: false, apiKeys: 1, sshKeys: 1, tasks: 0, subscribed: false });
    const fields = { password: "wrong-password", confirmation: "another@people.example", forfeit: "" };
    expect(await send({ password: fields.password })).toMatchObject({ status: 422 });
    expect(await send({ confirmation: fields.confirmation })).toMatchObject({ data: { message: M.typeYourEmail } });
    expect(await send({ forfeit: "" })).toMatchObject({ data: { message: M.forfeitBalance({ dollars: "$5.00" }) } });
    // Money that arrived since the page was read is not given up.
    expect(await send({ forfeit_cents: "499" })).toMatchObject({
      data: { message: M.forfeitBalance({ dollars: "$5.00" }) },
    });
    expect([await stepOf(), (await user()).state]).toEqual([undefined, "active"]);
  });

  it("waits for money: refused with a debt or an open top-up, and for staff", async () => {
    await db.query(
      `insert into top_up (topup_id, tenant_id, cents, way, state, created_at, asked_at)
       values (gen_random_uuid(), $1, 500, 'saved_card', 'pending', now(), now())`,
      [owner.tenantId],
    );
    expect(await send()).toMatchObject({ status: 422, data: { message: WAIT_FOR_TOP_UP } });
    await db.query(`delete from top_up where tenant_id = $1`, [owner.tenantId]);
    await owe();
    expect(await send()).toMatchObject({ status: 422, data: { message: PAY_DEBT_FIRST } });
    // Money of one of their tenants does not hide the debt of another.
    owner = await aTenant({ dollars: 5 });
    visit = await aVisit({ userId: owner.userId });
    const second = await aTenant({ dollars: 5 });
    await db.query(`update member set user_id = $2 where tenant_id = $1`, [second.tenantId, owner.userId]);
    await owe(second);
    expect(await send()).toMatchObject({ status: 422, data: { message: PAY_DEBT_FIRST } });
    owner = await aTenant({ dollars: 0, role: "support" });
    visit = await aVisit({ userId: owner.userId });
    expect(await send()).toMatchObject({ status: 422, data: { message: M.staffStay } });
  });

  it("waits while a change of address can be reverted", async () => {
    await db.query(
      `insert into email_change (user_id, old_email, new_email, state, confirm_hash, back_hash, asked_at, confirm_until,
         changed_at, back_until)
       values ($1, 'former@people.example', $2, 'changed', $2, 'b' || $2, now(), now(), now(), now() + interval '1 day')`,
      [owner.userId, owner.email],
    );
    const { data } = await send();
    expect(data).toMatchObject({
      message: expect.stringContaining("can still be confirmed or reverted until") as string,
    });
  });
});

async function owe({ tenantId }: { tenantId: number } = owner): Promise<void> {
  const debit = { tenantId, units: asUnits(3_600_000n), to: "adjustment", kind: "adjustment" } as const;
  await transaction((tx) =>
    takeMoney(tx, { ...debit, key: `owe:${owner.userId}`, description: "Owed", now: new Date() }),
  );
}
