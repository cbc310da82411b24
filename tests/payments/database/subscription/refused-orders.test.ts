import { describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { startAddingCard } from "~/payments/inside/add-card.server";
import { ensureCustomer } from "~/payments/inside/ensure-customer.server";
import { listCards } from "~/payments/list-cards.server";
import { stripe } from "~/payments/stripe-client.server";
import { Refusal } from "~/platform/refusal";
import { NOT_TAKEN } from "~/payments/inside/subscription/order-subscription.server";
import { syncSubscriptions } from "~/payments/sync-subscriptions.server";
import { aCard } from "../../../support/provider";
import { until } from "../../../support/until";
import {
  aDiscount,
  aPayer,
  discountsOf,
  enable,
  hearReports,
  invoicesOf,
  providerSubscriptions,
  standingOf,
  useShop,
} from "./subscribing";

const shop = useShop();
const ORDER = "^POST /v1/subscriptions$";
const NOTHING = { user: "none", subscription: null };

describe("the provider refuses an order because something is missing there (6.4)", () => {
  test("the card: it is named, leaves the list, and the discount stays for the next attempt", async () => {
    const payer = await aPayer();
    await aDiscount(payer, { code: "CARDGONE", percent: 50 });
    shop.sandbox.controls.fault({ kind: "webhook_hold", match: "payment_method.detached" });
    await stripe().paymentMethods.detach(payer.pmId);
    await expect(enable(payer)).rejects.toThrow(NOT_TAKEN);
    expect(await standingOf(payer)).toEqual(NOTHING);
    expect(await listCards(payer)).toEqual([]);
    expect(await discountsOf(payer)).toEqual([{ code: "CARDGONE", used: false }]);
    await shop.sandbox.controls.releaseWebhooks();
  });

  test("the customer, deleted: the tenant gets a new one, whose next card enables it", async () => {
    const payer = await aPayer();
    await aDiscount(payer, { code: "NOBODY", percent: 50 });
    const [customer] = await db.query<{ id: string }>(
      `select customer_id as id from payment_customer where tenant_id = $1`,
      [payer.tenantId],
    );
    await stripe().customers.del(customer?.id ?? "");
    await expect(enable(payer)).rejects.toThrow(NOT_TAKEN);
    expect(await standingOf(payer)).toEqual(NOTHING);
    expect(await listCards(payer)).toEqual([]);
    expect(await discountsOf(payer)).toEqual([{ code: "NOBODY", used: false }]);
    await aCard(payer);
    expect(await enable(payer)).toEqual({ kind: "enabled" });
    expect(await discountsOf(payer)).toEqual([{ code: "NOBODY", used: true }]);
  });

  test("the customer, of another account: a fault of ours, in the log by name, and nothing about the card", async () => {
    const payer = await aPayer();
    const elsewhere = `cus_elsewhere${payer.tenantId}`;
    await db.query(`update payment_customer set customer_id = $2 where tenant_id = $1`, [payer.tenantId, elsewhere]);
    const refused = await enable(payer).catch((error: unknown) => error);
    expect(refused).not.toBeInstanceOf(Refusal);
    expect(String(refused)).toContain(`does not know ${elsewhere} of ${payer.tenantName}`);
    expect(await standingOf(payer)).toEqual(NOTHING);
    expect(await listCards(payer)).toHaveLength(1);
  });

  test("the coupon: it is created again and the subscription with it, for half the fee", async () => {
    const payer = await aPayer();
    await aDiscount(payer, { code: "COUPONGONE", percent: 50 });
    const couponId = () => shop.sandbox.controls.objects("coupon").at(-1)?.id ?? "";
    await whileAsked(payer, () => stripe().coupons.del(couponId()));
    expect(await standingOf(payer)).toEqual({ user: "active", subscription: "active" });
    expect(await providerSubscriptions(shop, payer)).toHaveLength(1);
    expect(await discountsOf(payer)).toEqual([{ code: "COUPONGONE", used: true }]);
    await hearReports(shop);
    expect(await invoicesOf(payer)).toMatchObject([{ status: "paid", total: 1000n }]);
  });

  test("the price: another is created under the same name, also later", async () => {
    const [payer, later] = [await aPayer(), await aPayer()];
    const { data } = await stripe().prices.list({ lookup_keys: ["millrace_fee"] });
    await whileAsked(payer, () => stripe().prices.update(data[0]?.id ?? "", { active: false }));
    expect(await standingOf(payer)).toEqual({ user: "active", subscription: "active" });
    expect(await providerSubscriptions(shop, payer)).toHaveLength(1);
    await enable(later);
    await hearReports(shop);
    expect(await invoicesOf(later)).toMatchObject([{ status: "paid", total: 2000n }]);
  });
});

test.each([true, false])(
  "a subscription of a deleted customer ends here too, with the tenant's new customer in place; its report arrives: %s",
  async (heard) => {
    const payer = await aPayer();
    await enable(payer);
    await hearReports(shop);
    const [there] = await providerSubscriptions(shop, payer);
    const { customerId } = await ensureCustomer(payer);
    shop.sandbox.controls.fault({ kind: "webhook_hold", times: 1000 });
    await stripe().customers.del(customerId);
    await startAddingCard(payer);
    const pmId = await aCard(payer);
    shop.sandbox.controls.clearFaults();
    if (heard) await shop.sandbox.controls.releaseWebhooks();
    if (heard) await hearReports(shop);
    else await syncSubscriptions({ now: new Date(Date.now() + 2 * 3_600_000) });
    expect(shop.sandbox.controls.objects("subscription").find(({ id }) => id === there?.id)?.status).toBe("canceled");
    expect(await standingOf(payer)).toEqual({ user: "canceled", subscription: null });
    expect((await listCards(payer)).map((card) => card.pmId)).toEqual([pmId]);
    expect(await invoicesOf(payer)).toMatchObject([{ status: "paid" }]);
    expect(await enable(payer)).toEqual({ kind: "enabled" });
    await shop.sandbox.controls.releaseWebhooks();
  },
);

/** Enables the subscription while `meanwhile` happens at the provider: after all look-ups, before the request. */
async function whileAsked(payer: { tenantId: number }, meanwhile: () => Promise<unknown>): Promise<void> {
  shop.sandbox.controls.fault({ kind: "delay", delay_ms: 1000, match: ORDER });
  const enabled = enable(payer);
  await until("the order", () => shop.sandbox.controls.state().faults.length === 0);
  await meanwhile();
  expect(await enabled).toEqual({ kind: "enabled" });
}
