// Rows of the table of known disasters (docs/payments.md) that no other file tries.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { transaction } from "~/platform/db.server";
import { postTransactions } from "~/money/ledger.server";
import { asUnits, type Cents, UNITS_PER_DOLLAR } from "~/money/units";
import { M } from "~/messages";
import { addCard, setupOfSession, startAddingCard } from "~/payments/inside/add-card.server";
import { listCards } from "~/payments/list-cards.server";
import { stripe } from "~/payments/stripe-client.server";
import { topUpAtProvider, topUpFromCard } from "~/payments/inside/start-top-up.server";
import { payOnPage } from "../../../support/provider";
import { aTenant } from "../../../support/world";
import { ledgerIsRight, purse } from "../purse";
import { aPayer, enable, hearReports, invoicesOf, useShop } from "./subscribing";

const shop = useShop();
const now = new Date();
const FIFTY = 5000n as Cents;

describe("Tax or fee credited as funds", () => {
  test("tax is off: no payment requests it, and the requested amount is charged and credited", async () => {
    const payer = await aPayer();
    const common = { ...payer, cents: FIFTY, cardHolderName: "Ada", now };
    const page = await topUpAtProvider({ ...common, topupId: randomUUID(), saveCard: false });
    await payOnPage(page.kind === "provider" ? page.to : "");
    await topUpFromCard({ ...common, topupId: randomUUID(), pmId: payer.pmId });
    await enable(payer);
    await hearReports(shop);
    expect(await purse(payer)).toEqual({ cents: 10_000, owed: 0 });
    const { controls } = shop.sandbox;
    const session = controls.objects("checkout.session").at(-1);
    expect(session).toMatchObject({ amount_subtotal: 5000, amount_total: 5000 });
    const taxed = [
      ...controls.objects("checkout.session"),
      ...controls.objects("subscription"),
      ...controls.objects("invoice"),
    ].map(({ automatic_tax }) => automatic_tax.enabled);
    expect(new Set(taxed)).toEqual(new Set([false]));
    // A request for tax would have failed.
    const asked = stripe().checkout.sessions.create({
      mode: "payment",
      success_url: "http://127.0.0.1/",
      automatic_tax: { enabled: true },
      line_items: [{ quantity: 1, price_data: { currency: "usd", unit_amount: 1, product_data: { name: "x" } } }],
    });
    await expect(asked).rejects.toThrow("computes no tax");
    for (const { subtotal, total } of controls.objects("invoice")) expect(total).toBe(subtotal);
  });
});

describe("An invoice made in a webhook without a key", () => {
  test("a webhook creates nothing: triple reports of a new customer are one customer and one invoice", async () => {
    shop.sandbox.controls.fault({ kind: "webhook_double", times: 40 });
    const payer = await aPayer();
    await enable(payer);
    await hearReports(shop);
    await shop.sandbox.controls.retryWebhooks();
    await hearReports(shop);
    shop.sandbox.controls.clearFaults();
    expect(await invoicesOf(payer)).toHaveLength(1);
    const named = (one: { name?: string | null }) => one.name === payer.tenantName;
    expect(shop.sandbox.controls.objects("customer").filter(named)).toHaveLength(1);
  });
});

describe("Overspending in a race", () => {
  test("of 60 concurrent requests for one dollar of fifty, fifty succeed", async () => {
    const { tenantId } = await aTenant({ dollars: 50 });
    const taken = await Promise.allSettled(
      Array.from({ length: 60 }, (_, number) =>
        transaction((tx) =>
          postTransactions(tx, [
            {
              key: `race:${tenantId}:${number}`,
              kind: "adjustment",
              tenantId,
              description: "",
              at: now,
              entries: [
                { account: "customer", units: asUnits(-UNITS_PER_DOLLAR) },
                { account: "revenue", units: asUnits(UNITS_PER_DOLLAR) },
              ],
            },
          ]),
        ),
      ),
    );
    expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(50);
    expect(await purse({ tenantId })).toEqual({ cents: 0, owed: 0 });
    expect(await ledgerIsRight()).toBe(true);
  });
});

describe("Somebody else's page", () => {
  test("on which a card was saved gives the card to its owner only", async () => {
    const [owner, stranger] = [await aTenant({ dollars: 0 }), await aPayer()];
    const { to } = await startAddingCard(owner);
    await payOnPage(to);
    const session = shop.sandbox.controls.objects("checkout.session").at(-1);
    const setupIntentId = await setupOfSession(session?.id ?? "");
    await expect(addCard({ tenantId: stranger.tenantId, setupIntentId, now })).rejects.toMatchObject({
      message: M.noSuchCard,
    });
    expect(await listCards(stranger)).toHaveLength(1);
    await addCard({ tenantId: owner.tenantId, setupIntentId, now });
    expect(await listCards(owner)).toHaveLength(1);
  });
});
