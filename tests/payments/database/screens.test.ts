import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { closeAccount } from "~/staff/inside/close-account.server";
import { env } from "~/platform/env.server";
import { action as billingAction, loader as billingLoader } from "~/money/screens/billing/route";
import { action as fundsAction, loader as fundsLoader } from "~/payments/screens/add-funds/route";
import { action as cardAction } from "~/payments/screens/card/route";
import { aCard, useProvider } from "../../support/provider";
import { aTenant } from "../../support/world";
import { answerOf, aVisit, get, noticeOf, post, thrownBy } from "../../accounts/database/screens/visit";
import { aPayer, purse, topUpsOf } from "./purse";

const provider = useProvider();
const FUNDS = "/billing/add-funds";

test("/billing answers from the database while the provider is unreachable, and so does a top-up: with Pending", async () => {
  const payer = await aPayer();
  const pmId = await aCard(payer);
  const visit = await aVisit(payer);
  const origin = env.STRIPE_SANDBOX_ORIGIN;
  Object.assign(env, { STRIPE_SANDBOX_ORIGIN: "http://127.0.0.1:9" });
  const fields = { topup_id: randomUUID(), amount: "50", payment_method: pmId, card_holder_name: "" };
  const answer = await answerOf(await fundsAction(post(visit, FUNDS, fields)));
  expect([answer.status, answer.location]).toEqual([303, "/billing"]);
  expect(await noticeOf(visit)).toMatchObject({
    message: expect.stringContaining("shown as Pending") as string,
  });
  const shown = await billingLoader(get(visit, "/billing"));
  expect(shown.cards).toMatchObject([{ pmId, isDefault: true, expired: false }]);
  expect(shown.topUps).toMatchObject([{ cents: 5000, waits: false }]);
  expect(shown.money?.balance.dollars_pending).toBe(50);
  Object.assign(env, { STRIPE_SANDBOX_ORIGIN: origin });
});

test("a user without a confirmed address or a country must provide that first", async () => {
  const tenant = await aTenant({ dollars: 0 });
  const visit = await aVisit(tenant);
  const fields = { topup_id: randomUUID(), amount: "50", payment_method: "new", card_holder_name: "Ada" };
  const country = await answerOf(await fundsAction(post(visit, FUNDS, fields)));
  expect(country).toMatchObject({ status: 422, data: { message: "Choose a country from the list." } });
  await db.query(`update user_account set state = 'unverified' where id = $1`, [tenant.userId]);
  for (const [action, path] of [
    [fundsAction, FUNDS],
    [cardAction, "/billing/card"],
  ] as const) {
    const refused = await answerOf(await action(post(visit, path, { ...fields, country: "DE", intent: "hosted" })));
    expect(refused).toMatchObject({
      status: 422,
      data: { message: "Please confirm your email address first." },
    });
  }
  expect(await topUpsOf(tenant)).toEqual([]);
});

test.each([
  ["no card chosen", { payment_method: "" }, "Choose a card."],
  ["a card that is nobody's", { payment_method: "pm_unknown" }, "No such card. It may have been removed."],
  ["an id that is none", { topup_id: "1" }, "The request could not be read."],
  ["no cardholder", { payment_method: "new", card_holder_name: " " }, "Cardholder name is required."],
])("%s: %j is answered with '%s', and nothing is stored", async (_case, more, message) => {
  const payer = await aPayer();
  const visit = await aVisit(payer);
  const fields = {
    topup_id: randomUUID(),
    amount: "50",
    payment_method: "new",
    card_holder_name: "Ada",
    ...more,
  };
  expect(await answerOf(await fundsAction(post(visit, FUNDS, fields)))).toMatchObject({
    status: 422,
    data: { message },
  });
  expect(await topUpsOf(payer)).toEqual([]);
});

test("a form without the page's token moves no money", async () => {
  const payer = await aPayer();
  const pmId = await aCard(payer);
  const visit = await aVisit(payer);
  const fields = { topup_id: randomUUID(), amount: "50", payment_method: pmId, _token: "wrong" };
  expect((await answerOf(await fundsAction(post(visit, FUNDS, fields)))).status).toBe(403);
  expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
});

test("48: a stranger's top-up, card and set-up are not found", async () => {
  const [owner, stranger] = [await aPayer(), await aPayer()];
  const pmId = await aCard(owner);
  const mine = await aVisit(owner);
  const topup_id = randomUUID();
  await fundsAction(post(mine, FUNDS, { topup_id, amount: "50", payment_method: pmId }));
  const visit = await aVisit(stranger);
  expect((await thrownBy(fundsLoader(get(visit, `${FUNDS}?return=${topup_id}`)))).status).toBe(404);
  for (const intent of ["default-card", "delete-card"]) {
    const refused = await answerOf(await billingAction(post(visit, "/billing", { intent, id: pmId })));
    expect(refused).toMatchObject({ status: 422, data: { message: "No such card. It may have been removed." } });
  }
  const [setup] = provider.sandbox.controls.objects("setup_intent");
  const foreign = { setup_intent: setup?.id ?? "seti_none", payment_method: pmId, card_holder_name: "Eve" };
  expect(await answerOf(await cardAction(post(visit, "/billing/card", foreign)))).toMatchObject({
    status: 422,
  });
});

test("the link by which the customer leaves the provider's page ends no top-up: the form there does", async () => {
  const visit = await aVisit(await aPayer());
  const topup_id = randomUUID();
  await fundsAction(post(visit, FUNDS, { topup_id, amount: "50", payment_method: "new", card_holder_name: "Ada" }));
  const [session] = provider.sandbox.controls.objects("checkout.session").slice(-1);
  const { pathname, search } = new URL(String(session?.["cancel_url"]));
  expect(await fundsLoader(get(visit, pathname + search))).toMatchObject({ followed: { state: "confirm" } });
  expect(provider.sandbox.controls.objects("checkout.session").slice(-1)).toMatchObject([{ status: "open" }]);
  await fundsAction(post(visit, FUNDS, { intent: "cancel", topup_id }));
  expect(await fundsLoader(get(visit, pathname + search))).toMatchObject({ followed: { state: "failed" } });
});

test("an account whose card may still be charged is not closed", async () => {
  const payer = await aPayer();
  const admin = await aTenant({ role: "admin", dollars: 0 });
  const visit = await aVisit(payer);
  const fields = { topup_id: randomUUID(), amount: "50", payment_method: "new", card_holder_name: "Ada" };
  await fundsAction(post(visit, FUNDS, fields));
  const close = { actorId: admin.userId, userId: payer.userId, requestId: "test", now: new Date() };
  await expect(closeAccount(close)).rejects.toThrow("wait for its open top-ups");
});
