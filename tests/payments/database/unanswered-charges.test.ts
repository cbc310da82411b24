import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { reconcile } from "~/staff/reconcile.server";
import { addCharge } from "~/payments/inside/subscription/add-charge.server";
import { action, loader } from "~/staff/screens/money/route";
import { theStaff, type Staff } from "../../platform/database/screens/staff";
import { answerOf, get, noticeOf, post, thrownBy } from "../../accounts/database/screens/visit";
import { aPayer, enable, useShop } from "./subscription/subscribing";
import { later } from "./auto-top-up";
import { checksByName, openDifferences } from "./reconciling";

const shop = useShop();
const MONEY = "/dashboard/money";
const now = new Date();
const inAnHour = later(now, { hours: 1 });
const inTwoHours = later(now, { hours: 2 });

afterEach(() => shop.sandbox.controls.clearFaults());

const chargesOf = async (tenantId: number) =>
  (
    await db.query<{ state: string; item: boolean }>(
      `select state, item_id is not null as item from subscription_charge where tenant_id = $1`,
      [tenantId],
    )
  ).map(({ state, item }) => `${state}${item ? " with item" : ""}`);

async function aSubscriber() {
  const payer = await aPayer();
  await enable(payer);
  return { tenantId: payer.tenantId, userId: payer.userId, tenantName: payer.tenantName };
}

const charge = async ({ tenantId, userId }: { tenantId: number; userId: number }, cents = 4000n) =>
  await addCharge({ tenantId, userId, cents: cents as Cents, text: "Set-up", now });

describe("An unanswered charge on an invoice", () => {
  test.each([
    ["cut_after", "added with item"],
    ["cut_before", "refused"],
  ] as const)("%s of its request: it is looked up, and is %s", async (kind, state) => {
    const subscriber = await aSubscriber();
    shop.sandbox.controls.fault({ kind, times: 2, match: "^POST /v1/invoiceitems" });
    await expect(charge(subscriber)).rejects.toThrow();
    await reconcile({ now: later(now, { minutes: 5 }) });
    expect(await chargesOf(subscriber.tenantId)).toEqual(["unknown"]);
    await Promise.all([reconcile({ now: inAnHour }), reconcile({ now: inAnHour })]);
    expect(await chargesOf(subscriber.tenantId)).toEqual([state]);
    expect(await checksByName()).toMatchObject({ charges: { state: "well" } });
    // The customer sees it on the invoice once or never, even after a repetition.
    if (kind === "cut_after") return;
    await charge(subscriber);
    expect(await chargesOf(subscriber.tenantId)).toEqual(["refused", "added with item"]);
  });

  test("of an interrupted process is looked up as well", async () => {
    const subscriber = await aSubscriber();
    await charge(subscriber);
    await db.query(`update subscription_charge set state = 'asked', item_id = null where tenant_id = $1`, [
      subscriber.tenantId,
    ]);
    await reconcile({ now: inAnHour });
    expect(await chargesOf(subscriber.tenantId)).toEqual(["added with item"]);
  });

  test("is a difference with advice when the provider no longer knows its tenant", async () => {
    const subscriber = await aSubscriber();
    await charge(subscriber);
    const before = await db.query<{ customer_id: string }>(
      `delete from payment_customer where tenant_id = $1 returning customer_id`,
      [subscriber.tenantId],
    );
    await db.query(`update subscription_charge set state = 'unknown' where tenant_id = $1`, [subscriber.tenantId]);
    await reconcile({ now: inAnHour });
    const found = (await openDifferences()).filter(({ check_name }) => check_name === "charges");
    expect(found).toHaveLength(1);
    expect(found[0]?.text).toContain(`$40.00 for "Set-up" of ${subscriber.tenantName}`);
    expect(found[0]?.text).toContain("Look at the customer's next invoice");
    await db.query(`insert into payment_customer (tenant_id, customer_id, livemode) values ($1, $2, false)`, [
      subscriber.tenantId,
      before[0]?.customer_id,
    ]);
    await reconcile({ now: inTwoHours });
    expect((await openDifferences()).filter(({ check_name }) => check_name === "charges")).toEqual([]);
  });
});

test("Minutes that the provider refused are shown with advice, until an admin settles them", async () => {
  const staff: Staff = await theStaff();
  const { tenantId, tenantName } = await aSubscriber();
  const reportId = randomUUID();
  await db.query(
    `insert into usage_report (report_id, tenant_id, idempotency_key, minutes, used_at, created_at, state, tries, try_after, error)
     values ($1, $2, 'k', 60, $3, $3, 'failed', 1, $3, 'No such meter.')`,
    [reportId, tenantId, now],
  );
  await reconcile({ now: inAnHour });
  expect((await openDifferences()).filter(({ check_name }) => check_name === "usage")).toMatchObject([
    {
      kind: "failed",
      subject: reportId,
      text: `60 minutes of ${tenantName} are failed after 1 try. No such meter. Compare the customer's meter at the provider, then settle it below.`,
    },
  ]);
  expect((await loader(get(staff.support, MONEY))).usage.rows).toMatchObject([{ reportId, minutes: 60 }]);
  const settle = { intent: "settle-usage", report_id: reportId };
  expect((await thrownBy(action(post(staff.support, MONEY, settle)))).status).toBe(403);
  expect(await answerOf(await action(post(staff.admin, MONEY, settle)))).toMatchObject({ status: 303 });
  expect(await noticeOf(staff.admin)).toMatchObject({ retcode: "OK" });
  expect((await loader(get(staff.support, MONEY))).usage.total).toBe(0);
  expect((await openDifferences()).filter(({ check_name }) => check_name === "usage")).toEqual([]);
  expect(await db.query(`select from audit_row where action = 'usage.settle'`)).toHaveLength(1);
  await reconcile({ now: inTwoHours });
  expect((await openDifferences()).filter(({ check_name }) => check_name === "usage")).toEqual([]);
});
