import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { chargeUpTo } from "~/money/charge-tasks.server";
import { readTaskRefunds } from "~/money/read-refundable.server";
import { settleTasks } from "~/money/settle-tasks.server";
import { takeMoney } from "~/money/take-money.server";
import { type Cents, centsToUnits } from "~/money/units";
import { topUpFromCard } from "~/payments/inside/start-top-up.server";
import { processEvents } from "~/payments/process-events.server";
import { listTopUpRefunds } from "~/payments/read-top-up-refunds.server";
import { refundToCards } from "~/payments/refund-to-cards.server";
import { M } from "~/messages";
import { action as refundTask, loader as taskScreen } from "~/staff/screens/refund/route";
import { action, loader } from "~/staff/screens/refund-top-up/route";
import { answerOf, aVisit, get, noticeOf, post, type Visit } from "../../accounts/database/screens/visit";
import { aRunningTask, at, report, type RunningTask } from "../../money/database/billing/running-task";
import { csvFile } from "../../platform/database/screens/csv-file";
import { aCard, useProvider } from "../../support/provider";
import { aTenant, type TenantInWorld, theCatalogue } from "../../support/world";
import { aPayer, ledgerIsRight, purse, topUpsOf } from "./purse";

const provider = useProvider();
let admin: Visit;
let support: Visit;

beforeAll(async () => {
  await theCatalogue();
  admin = await aVisit({ userId: (await aTenant({ role: "admin", dollars: 0 })).userId });
  support = await aVisit({ userId: (await aTenant({ role: "support", dollars: 0 })).userId });
});
afterEach(async () => {
  provider.sandbox.controls.clearFaults();
  expect(await ledgerIsRight()).toBe(true);
});

type Payer = TenantInWorld & { topupId: string; payment_intent: string };

async function paid(cents = 5000n, card = "pm_card_visa"): Promise<Payer> {
  const payer = await aPayer();
  const pmId = await aCard({ ...payer, name: card });
  const topupId = randomUUID();
  await topUpFromCard({ ...payer, topupId, pmId, cents: cents as Cents, cardHolderName: "Ada", now: new Date() });
  const [topUp] = await topUpsOf(payer);
  return { ...payer, topupId, payment_intent: topUp?.payment_intent_id ?? "" };
}

const pathOf = ({ topupId }: Payer) => `/dashboard/refund-top-up?id=${topupId}`;
const shown = async (payer: Payer, visit = admin) => await loader(get(visit, pathOf(payer)));

async function send(payer: Payer, dollars: string, formKey?: string) {
  const form_key = formKey ?? (await shown(payer)).formKey;
  const fields = { intent: "refund-top-up", dollars, reason: "Paid twice.", form_key };
  return await answerOf(await action(post(admin, pathOf(payer), fields)));
}

/** The job's next runs, and the reports of the provider. */
const job = async (minutes = 0) => await refundToCards({ now: new Date(Date.now() + minutes * 60_000) });
const events = async () => {
  await provider.sandbox.controls.settled();
  return await processEvents({ now: new Date() });
};
const refundsOf = ({ payment_intent }: Payer) =>
  provider.sandbox.controls.objects("refund").filter((refund) => refund.payment_intent === payment_intent);
const mailsTo = async ({ email }: TenantInWorld) =>
  (await db.query<{ subject: string }>(`select subject from mail where to_address = $1 order by id`, [email])).flatMap(
    ({ subject }) => (subject.startsWith("Receipt") ? [] : [subject]),
  );

describe("A top-up is refunded to its card (6.12)", () => {
  test("once, by the job or the provider's report, whichever is first", async () => {
    const payer = await paid();
    expect(await send(payer, "12.50")).toMatchObject({ status: 303 });
    expect(await noticeOf(admin)).toMatchObject({ message: "$12.50 is on its way to the card." });
    expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
    expect(await shown(payer, support)).toMatchObject({
      topUp: { left: "$37.50", ordered: "$12.50" },
      refunds: [{ dollars: "$12.50", state: "ordered", by: "Test Person", reason: "Paid twice." }],
    });
    await job();
    await events();
    await job(2);
    expect(await purse(payer)).toEqual({ cents: 3750, owed: 0 });
    expect(refundsOf(payer)).toHaveLength(1);
    expect(await topUpsOf(payer)).toMatchObject([{ state: "refunded" }]);
    expect(await listTopUpRefunds(payer.topupId)).toMatchObject([{ state: "succeeded", cents: 1250n }]);
    const lines = await db.query(
      `select description from ledger_transaction where tenant_id = $1 and kind = 'refund'`,
      [payer.tenantId],
    );
    expect(lines).toEqual([
      { description: expect.stringMatching(/^Refund of top-up MR-.* to the card: Paid twice\.$/) },
    ]);
    expect(await mailsTo(payer)).toEqual(["$12.50 was refunded to your card"]);
    const file = await csvFile(loader, support, `${pathOf(payer)}&format=csv`);
    expect(file.rows).toMatchObject([{ "Amount, $": "12.50", State: "succeeded", Reason: "Paid twice." }]);
  });

  test("the report of the provider alone finishes it", async () => {
    const payer = await paid();
    provider.sandbox.controls.fault({ kind: "error_after", times: 2, match: "POST /v1/refunds" });
    await send(payer, "10");
    expect((await job()).failures).toHaveLength(1);
    await events();
    expect(await purse(payer)).toEqual({ cents: 4000, owed: 0 });
    expect(await job(2)).toMatchObject({ asked: 0 });
  });

  test("without an answer it is asked again with the same key, and refunded once", async () => {
    const payer = await paid();
    provider.sandbox.controls.fault({ kind: "webhook_hold", times: 20 });
    provider.sandbox.controls.fault({ kind: "cut_after", times: 2, match: "POST /v1/refunds" });
    await send(payer, "10");
    await job();
    expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
    expect(await job()).toMatchObject({ asked: 0 });
    expect(await job(2)).toEqual({ asked: 1, failures: [] });
    expect(await purse(payer)).toEqual({ cents: 4000, owed: 0 });
    expect(refundsOf(payer)).toHaveLength(1);
  });

  test("after 23 h without an answer it is given up; a refund that was made after all still counts", async () => {
    const payer = await paid();
    provider.sandbox.controls.fault({ kind: "webhook_hold", times: 20 });
    provider.sandbox.controls.fault({ kind: "error_after", times: 2, match: "POST /v1/refunds" });
    await send(payer, "10");
    await job();
    await job(24 * 60);
    expect(refundsOf(payer)).toHaveLength(1);
    expect(await listTopUpRefunds(payer.topupId)).toMatchObject([
      { state: "refused", message: "The provider did not answer for a day." },
    ]);
    await provider.sandbox.controls.releaseWebhooks({ reverse: false });
    await events();
    expect(await purse(payer)).toEqual({ cents: 4000, owed: 0 });
    expect(await listTopUpRefunds(payer.topupId)).toMatchObject([{ state: "succeeded", message: "" }]);
  });

  test("a form that is sent five times at once orders once", async () => {
    const payer = await paid();
    const { formKey } = await shown(payer);
    await Promise.all(Array.from({ length: 5 }, () => send(payer, "10", formKey)));
    await Promise.all([job(), job(), job()]);
    await events();
    expect(await purse(payer)).toEqual({ cents: 4000, owed: 0 });
    await send(payer, "10", formKey);
    expect(await noticeOf(admin)).toMatchObject({ message: "This refund was already ordered, and is not repeated." });
  });

  test("never more than is left of it, counting what is on its way, and never more than the balance", async () => {
    const payer = await paid();
    await send(payer, "30");
    expect(await send(payer, "20.01")).toMatchObject({
      status: 422,
      data: { message: M.moreThanToppedUp({ dollars: "$20.00" }) },
    });
    await job();
    await transaction((tx) =>
      takeMoney(tx, {
        ...{ tenantId: payer.tenantId, units: centsToUnits(1500n), to: "adjustment", kind: "adjustment" },
        ...{ key: `spent:${payer.tenantId}`, description: "Spent", now: new Date() },
      }),
    );
    expect(await shown(payer)).toMatchObject({ topUp: { left: "$20.00", spare: "$5.00", typed: "5.00" } });
    expect(await send(payer, "5.01")).toMatchObject({
      status: 422,
      data: { message: M.moreThanBalance({ dollars: "$5.00" }) },
    });
    expect(await send(payer, "5")).toMatchObject({ status: 303 });
  });

  test("never the same money for two top-ups, while the first refund is on its way", async () => {
    const first = await paid();
    const topupId = randomUUID();
    const pmId = await aCard({ ...first, name: "pm_card_mastercard" });
    await topUpFromCard({ ...first, topupId, pmId, cents: 5000n as Cents, cardHolderName: "Ada", now: new Date() });
    const { tenantId } = first;
    const spent = { tenantId, units: centsToUnits(5000n as Cents), to: "adjustment", kind: "adjustment" } as const;
    await transaction((tx) => takeMoney(tx, { ...spent, key: randomUUID(), description: "x", now: new Date() }));
    expect(await send(first, "50")).toMatchObject({ status: 303 });
    expect(await send({ ...first, topupId }, "50")).toMatchObject({ status: 422 });
    await job();
    expect(await purse(first)).toEqual({ cents: 0, owed: 0 });
  });

  test("one that the provider refuses takes nothing, and staff read why", async () => {
    const payer = await paid();
    await send(payer, "50");
    await provider.sandbox.controls.refund({ payment_intent: payer.payment_intent });
    await job();
    await events();
    expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
    const refunds = await listTopUpRefunds(payer.topupId);
    expect(refunds.map(({ state }) => state).sort()).toEqual(["refused", "succeeded"]);
    expect(refunds.find(({ state }) => state === "refused")?.message).toMatch(/already been refunded/);
    expect(await shown(payer)).toMatchObject({ topUp: { left: "$0.00", may: false } });
  });

  test("one that the bank sends back is in the balance again, with a mail", async () => {
    const payer = await paid();
    await send(payer, "20");
    await job();
    const [refund] = refundsOf(payer);
    await provider.sandbox.controls.failRefund(refund?.id ?? "");
    await events();
    expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
    expect(await mailsTo(payer)).toEqual([
      "$20.00 was refunded to your card",
      "The refund of $20.00 is in your balance",
    ]);
    expect(await shown(payer)).toMatchObject({ topUp: { left: "$50.00" }, refunds: [{ state: "failed" }] });
  });
});

describe("The cost of a task is given back to the card (B19, 6.12)", () => {
  async function aKilledTask({ tenantId }: Payer): Promise<RunningTask> {
    const task = await aRunningTask({ tenantId, pph: 3600, name: "my-run" });
    await report([task], 1000);
    await transaction(async (tx) => {
      await chargeUpTo(tx, { resvGuids: [task.resvGuid], now: at(1000) });
      await tx.query(`update task set state = 'killed', finished_at = $2, charged_to = null where resv_guid = $1`, [
        ...[task.resvGuid, at(1000)],
      ]);
      await settleTasks(tx, { resvGuids: [task.resvGuid], now: at(1000) });
    });
    return task;
  }

  async function give({ resvGuid }: RunningTask, dollars: string) {
    const path = `/dashboard/refund?task=${resvGuid}`;
    const screen = await taskScreen(get(admin, path));
    if (!screen) throw new Error("the task was not read");
    const { rows, formKey } = screen;
    const fields = { intent: "give-back", reason: "It failed.", form_key: formKey, dollars, to: "card" };
    const parts = rows.map(({ part }) => ["part", part]);
    return await answerOf(await refundTask(post(admin, path, [...Object.entries(fields), ...parts])));
  }

  test("credited and taken in one step, so that the balance stays as it is", async () => {
    const payer = await paid();
    const task = await aKilledTask(payer);
    expect(await purse(payer)).toEqual({ cents: 4000, owed: 0 });
    expect(await taskScreen(get(admin, `/dashboard/refund?task=${task.resvGuid}`))).toMatchObject({
      single: { typed: "10.00", card: expect.stringMatching(/^Visa •••• 4242 of top-up MR-/) },
    });
    expect(await give(task, "7.50")).toMatchObject({ status: 303 });
    expect(await readTaskRefunds(task.resvGuid)).toMatchObject([{ units: centsToUnits(750n), waits: true }]);
    // It counts as given from the order on.
    expect(await give(task, "2.51")).toMatchObject({ status: 422 });
    await job();
    await events();
    expect(await purse(payer)).toEqual({ cents: 4000, owed: 0 });
    expect(refundsOf(payer).map(({ amount }) => amount)).toEqual([750]);
    expect(await readTaskRefunds(task.resvGuid)).toMatchObject([{ waits: false, reason: "It failed." }]);
    const lines = await db.query<{ description: string }>(
      `select description from ledger_transaction where tenant_id = $1 and kind = 'refund' order by id`,
      [payer.tenantId],
    );
    expect(lines.map(({ description }) => description)).toEqual([
      "Refund for my-run: It failed.",
      expect.stringMatching(/^Refund of top-up MR-.* to the card: It failed\.$/),
    ]);
    expect(await mailsTo(payer)).toEqual(["$7.50 was refunded to your card"]);
  });

  test("if the provider refuses, it is in the balance, and the customer reads that", async () => {
    const payer = await paid();
    const task = await aKilledTask(payer);
    await give(task, "10");
    await provider.sandbox.controls.refund({ payment_intent: payer.payment_intent, amount: 4500 });
    await job();
    await events();
    await job(2);
    // 50 - 10 charged + 10 given back - 45 refunded at the provider.
    expect(await purse(payer)).toEqual({ cents: 500, owed: 0 });
    expect(await readTaskRefunds(task.resvGuid)).toMatchObject([{ waits: false }]);
    expect(await mailsTo(payer)).toEqual(["$10.00 was given back to you"]);
  });

  test("if the bank sends it back, it stays in the balance", async () => {
    const payer = await paid();
    const task = await aKilledTask(payer);
    await give(task, "10");
    await job();
    const [refund] = refundsOf(payer);
    await provider.sandbox.controls.failRefund(refund?.id ?? "");
    await events();
    expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  });

  test("with its VAT on top, which is never the balance's (B22)", async () => {
    await db.query(
      `update seller set name = 'Race BV', address = 'Dam 1', country = 'DE', vat_number = 'DE1', charges_vat = true`,
    );
    await db.query(
      `insert into vat_rate (country, from_day, rate_bp, set_by_id, set_at) select 'DE', '2020-01-01', 1900, min(id), now() from user_account`,
    );
    const payer = await paid();
    await db.query(`update seller set charges_vat = false`);
    const task = await aKilledTask(payer);
    await give(task, "10");
    await job();
    await events();
    expect(await purse(payer)).toEqual({ cents: 4000, owed: 0 });
    expect(refundsOf(payer).map(({ amount }) => amount)).toEqual([1190]);
    expect(await mailsTo(payer)).toEqual(["$11.90 was refunded to your card"]);
  });

  test("not beyond a single top-up", async () => {
    const payer = await paid(500n);
    await db.query(`update top_up set refunded_cents = 100 where topup_id = $1`, [payer.topupId]);
    const task = await aRunningTask({ tenantId: payer.tenantId, pph: 1800, name: "my-run" });
    await report([task], 980);
    await transaction((tx) => chargeUpTo(tx, { resvGuids: [task.resvGuid], now: at(980) }));
    expect(await give(task, "4.50")).toMatchObject({ status: 422, data: { message: M.noTopUpForCard } });
  });
});
