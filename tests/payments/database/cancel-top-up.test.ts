import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import type { Cents } from "~/money/units";
import { readTopUp } from "~/payments/read-top-up.server";
import { topUpAtProvider, topUpFromCard } from "~/payments/inside/start-top-up.server";
import { processEvents } from "~/payments/process-events.server";
import { action as billingAction, loader as billingLoader } from "~/money/screens/billing/route";
import { action as fundsAction } from "~/payments/screens/add-funds/route";
import { aCard, answerBank, payOnPage, useProvider } from "../../support/provider";
import { answerOf, aVisit, get, noticeOf, post, thrownBy, type Visit } from "../../accounts/database/screens/visit";
import { aPayer, ledgerIsRight, purse, topUpsOf } from "./purse";

const provider = useProvider();

afterEach(async () => expect(await ledgerIsRight()).toBe(true));

/** A top-up that waits for its customer: on the provider's page, or at the bank. */
async function waiting(way: "page" | "bank") {
  const payer = await aPayer();
  const topupId = randomUUID();
  const asked = {
    ...payer,
    topupId,
    cents: 5000n as Cents,
    cardHolderName: "Ada",
    now: new Date(),
  };
  if (way === "page") await topUpAtProvider({ ...asked, saveCard: false });
  else {
    const pmId = await aCard({ ...payer, name: "pm_card_authenticationRequired" });
    await topUpFromCard({ ...asked, pmId });
  }
  const { actionUrl = "" } = (await readTopUp(asked)) ?? {};
  return { payer, topupId, actionUrl, visit: await aVisit(payer) };
}

async function cancel(visit: Visit, topupId: string) {
  const fields = { intent: "cancel-top-up", topup_id: topupId };
  const { status } = await answerOf(await billingAction(post(visit, "/billing", fields)));
  return [status, ((await noticeOf(visit)) as { message: string } | null)?.message];
}

async function heard() {
  await provider.sandbox.controls.settled();
  await processEvents({ now: new Date() });
}

test.each(["page", "bank"] as const)(
  "a top-up that waits at the %s is cancelled there too: it cannot be paid later",
  async (way) => {
    const { payer, topupId, actionUrl, visit } = await waiting(way);
    const cancelled = [303, "The top-up is cancelled. Nothing was charged."];
    expect(await cancel(visit, topupId)).toEqual(cancelled);
    expect(await topUpsOf(payer)).toMatchObject([{ state: "failed" }]);
    expect((await billingLoader(get(visit, "/billing"))).topUps).toEqual([]);
    await (way === "page" ? payOnPage(actionUrl) : answerBank(actionUrl, "confirm"));
    await heard();
    expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
    // Sending the form again gets the same answer.
    expect(await cancel(visit, topupId)).toEqual(cancelled);
  },
);

test.each(["page", "bank"] as const)(
  "one that was paid at the %s in between stays paid, and shows that",
  async (way) => {
    const { payer, topupId, actionUrl, visit } = await waiting(way);
    await (way === "page" ? payOnPage(actionUrl) : answerBank(actionUrl, "confirm"));
    expect(await cancel(visit, topupId)).toEqual([...[303, "This top-up was already paid. It is in your balance."]]);
    await heard();
    expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  },
);

test("one in processing at the provider cannot be cancelled, and another tenant's is not found", async () => {
  const payer = await aPayer();
  const pmId = await aCard(payer);
  const topupId = randomUUID();
  provider.sandbox.controls.slowPayments(1);
  const asked = { tenantId: payer.tenantId, topupId, pmId, cents: 5000n as Cents };
  await topUpFromCard({ ...asked, cardHolderName: "Ada", now: new Date() });
  const visit = await aVisit(payer);
  const fields = { intent: "cancel", topup_id: topupId };
  expect(await answerOf(await fundsAction(post(visit, "/billing/add-funds", fields)))).toMatchObject({
    status: 422,
    data: { message: expect.stringContaining("can no longer be cancelled") as string },
  });
  const stranger = await aVisit(await aPayer());
  expect((await thrownBy(fundsAction(post(stranger, "/billing/add-funds", fields)))).status).toBe(404);
  const [{ payment_intent_id: paymentIntentId } = { payment_intent_id: "" }] = await topUpsOf(payer);
  await provider.sandbox.controls.endPayment(paymentIntentId, "succeeded");
  await heard();
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
});
