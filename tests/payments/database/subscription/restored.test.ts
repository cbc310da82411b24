import { describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { cancelSubscription } from "~/payments/inside/subscription/cancel-subscription.server";
import { processEvents } from "~/payments/process-events.server";
import { reconcile } from "~/staff/reconcile.server";
import { syncSubscriptions } from "~/payments/sync-subscriptions.server";
import { openDifferences } from "../reconciling";
import {
  type Payer,
  FREE,
  PRO,
  aPayer,
  enable,
  hearReports,
  invoicesOf,
  mailsOf,
  paidAndRefunded,
  providerSubscriptions,
  standingOf,
  useShop,
} from "./subscribing";

const shop = useShop();
const MINUTE_MS = 60_000;

/** The database is put back to a moment before the tenant's subscription; the provider reports again what came since. */
async function putBack({ tenantId }: Payer): Promise<void> {
  await shop.sandbox.controls.settled();
  await db.query(`delete from subscription_invoice where tenant_id = $1`, [tenantId]);
  await db.query(`delete from subscription where tenant_id = $1`, [tenantId]);
  await db.query(`update user_account set codify_subscription_status = 'none' where tenant_id = $1`, [tenantId]);
  await db.query(`update webhook_event set state = 'received', try_after = received_at, done_at = null`);
}

describe("A subscription that the provider has and a restored database lacks", () => {
  test("runs again, without a second payment", async () => {
    const payer = await aPayer();
    await enable(payer);
    await putBack(payer);
    expect(await standingOf(payer)).toEqual(FREE);
    await hearReports(shop);
    expect(await standingOf(payer)).toEqual(PRO);
    expect(await invoicesOf(payer)).toMatchObject([{ status: "paid", total: 2000n }]);
    await enable(payer);
    expect(await paidAndRefunded(shop, payer)).toEqual({ paid: [2000], refunded: [0] });
  });

  test("is ended and goes back to the card, if its customer has asked for another one meanwhile", async () => {
    const payer = await aPayer();
    await enable(payer);
    await putBack(payer);
    await enable(payer);
    await hearReports(shop);
    await syncSubscriptions({ now: new Date(Date.now() + 120 * MINUTE_MS) });
    await hearReports(shop);
    expect(await standingOf(payer)).toEqual(PRO);
    expect((await providerSubscriptions(shop, payer)).map(({ status }) => status)).toEqual(["canceled", "active"]);
    expect(await paidAndRefunded(shop, payer)).toEqual({ paid: [2000, 2000], refunded: [2000, 0] });
    expect(await mailsOf(payer)).toEqual(["Your subscription payment was refunded"]);
  });

  test("goes on if only a suspension since then ends it, and ends if its customer disabled it", async () => {
    const [suspended, disabled, gone] = [await aPayer(), await aPayer(), await aPayer()];
    const all = [suspended, disabled, gone];
    for (const payer of all) await enable(payer);
    const set = async ({ userId }: Payer, state: string) =>
      await db.query(`update user_account set state = $2 where id = $1`, [userId, state]);
    let hours = 0;
    const sync = async () => await syncSubscriptions({ now: new Date(Date.now() + (hours += 2) * 60 * MINUTE_MS) });
    for (const payer of all) await set(payer, "suspended");
    await sync();
    await set(disabled, "active");
    await cancelSubscription({ ...disabled, now: new Date() });
    await db.query(`update subscription set held = false, cancel_at_period_end = false`);
    for (const payer of all) await set(payer, "active");
    await putBack(gone);
    await hearReports(shop);
    await sync();
    await sync();
    const ends = [];
    for (const payer of all)
      ends.push(...(await providerSubscriptions(shop, payer)).map((one) => one.cancel_at_period_end));
    expect(ends).toEqual([false, true, false]);
  });

  test("of a customer whom the restored database lacks too, staff read that it is to be ended at the provider", async () => {
    const payer = await aPayer();
    await enable(payer);
    const [made] = await providerSubscriptions(shop, payer);
    await putBack(payer);
    await db.query(`delete from card where tenant_id = $1`, [payer.tenantId]);
    await db.query(`delete from payment_customer where tenant_id = $1`, [payer.tenantId]);
    await processEvents({ now: new Date() });
    await reconcile({ now: new Date(Date.now() + 31 * MINUTE_MS) });
    expect(await openDifferences("events")).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "stuck", text: expect.stringContaining(made?.id ?? "") }),
      ]),
    );
  });
});
