import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { db, transaction, type Tx } from "~/platform/db.server";
import { M } from "~/messages";
import { closeAccount } from "~/staff/inside/close-account.server";
import { insertTopUpIn } from "~/payments/inside/insert-top-up.server";
import type { Cents } from "~/money/units";
import { stripe } from "~/payments/stripe-client.server";
import { readTopUp } from "~/payments/read-top-up.server";
import { settleTopUp } from "~/payments/settle-top-up.server";
import { settleTopUps } from "~/payments/settle-top-ups.server";
import { topUpAtProvider, topUpFromCard } from "~/payments/inside/start-top-up.server";
import { processEvents } from "~/payments/process-events.server";
import { lockWaits } from "../../support/lock-waits";
import { aCard, answerBank, payOnPage, useProvider } from "../../support/provider";
import { until } from "../../support/until";
import { aTenant } from "../../support/world";
import { aPayer, ledgerIsRight, purse, topUpsOf } from "./purse";

const provider = useProvider();
const HOUR_MS = 3_600_000;

afterEach(async () => {
  provider.sandbox.controls.clearFaults();
  expect(await ledgerIsRight()).toBe(true);
});

const fromCard = (given: { tenantId: number; pmId: string; topupId?: string; cents?: bigint; now?: Date }) =>
  topUpFromCard({
    topupId: given.topupId ?? randomUUID(),
    tenantId: given.tenantId,
    pmId: given.pmId,
    cents: (given.cents ?? 5000n) as Cents,
    cardHolderName: "Ada",
    now: given.now ?? new Date(),
  });
const atProvider = (given: { tenantId: number; userId: number; topupId?: string; now?: Date }) =>
  topUpAtProvider({
    ...given,
    topupId: given.topupId ?? randomUUID(),
    cents: 5000n as Cents,
    cardHolderName: "Ada",
    saveCard: true,
    now: given.now ?? new Date(),
  });
const events = async () => {
  await provider.sandbox.controls.settled();
  return await processEvents({ now: new Date() });
};
const one = async (tenantId: number, topupId: string) => {
  const topUp = await readTopUp({ tenantId, topupId });
  if (!topUp) throw new Error("there is no such top-up");
  return topUp;
};

test("40: a good card gives +50.00 once, despite the answer and three times every webhook", async () => {
  const payer = await aPayer();
  const pmId = await aCard(payer);
  provider.sandbox.controls.fault({ kind: "webhook_double", times: 10 });
  expect(await fromCard({ ...payer, pmId })).toEqual({ kind: "settled" });
  await events();
  await db.query(`update webhook_event set state = 'received', try_after = received_at`);
  await events();
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  const [topUp] = await topUpsOf(payer);
  expect(topUp?.number).toMatch(/^MR-\d{4}-\d{6}$/);
});

test("fifty concurrent settlements of one payment credit it once", async () => {
  const payer = await aPayer();
  const topupId = randomUUID();
  const page = await atProvider({ ...payer, topupId });
  await payOnPage(page.kind === "provider" ? page.to : "");
  const topUp = await one(payer.tenantId, topupId);
  await Promise.all(Array.from({ length: 50 }, () => settleTopUp(topUp, new Date())));
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  expect((await one(payer.tenantId, topupId)).state).toBe("settled");
});

test("42: the form sent twice at once with one id pays once", async () => {
  const payer = await aPayer();
  const pmId = await aCard(payer);
  const topupId = randomUUID();
  const outcomes = await Promise.all([1, 2, 3].map(() => fromCard({ ...payer, pmId, topupId })));
  expect(outcomes.map(({ kind }) => kind).filter((kind) => kind === "settled")).not.toEqual([]);
  expect(await fromCard({ ...payer, pmId, topupId, cents: 7000n })).toEqual({ kind: "settled" });
  await events();
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  expect(
    provider.sandbox.controls.objects("payment_intent").filter((pi) => pi.metadata["topup"] === topupId),
  ).toHaveLength(1);
});

test("42: a refused card shows the provider's words, nothing is posted, and a good card then pays", async () => {
  const payer = await aPayer();
  const bad = await aCard({ ...payer, name: "pm_card_chargeCustomerFail" });
  await expect(fromCard({ ...payer, pmId: bad })).rejects.toMatchObject({
    message: "Your card was declined.",
    details: { fields: { payment_method: "Your card was declined." } },
  });
  await events();
  expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
  expect(await topUpsOf(payer)).toMatchObject([{ state: "failed", message: "Your card was declined.", number: null }]);
  const good = await aCard(payer);
  expect(await fromCard({ ...payer, pmId: good })).toEqual({ kind: "settled" });
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
});

test("an answer cut after the charge causes no second charge, and an unknown outcome is looked up", async () => {
  const payer = await aPayer();
  const pmId = await aCard(payer);
  provider.sandbox.controls.fault({ kind: "cut_after", times: 1, match: "POST /v1/payment_intents" });
  expect(await fromCard({ ...payer, pmId })).toEqual({ kind: "settled" });
  provider.sandbox.controls.fault({ kind: "webhook_hold", times: 20 });
  provider.sandbox.controls.fault({ kind: "error_after", times: 2, match: "POST /v1/payment_intents" });
  const then = new Date();
  const topupId = randomUUID();
  expect(await fromCard({ ...payer, pmId, topupId, now: then })).toEqual({ kind: "pending" });
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  expect(await settleTopUps({ now: new Date(then.getTime() + 59_000) })).toMatchObject({ asked: 0 });
  expect(await settleTopUps({ now: new Date(then.getTime() + 61_000) })).toMatchObject({
    asked: 1,
    failures: [],
  });
  // The provider keeps the first answer of a key, even a failure: so the payment was looked up.
  expect(await purse(payer)).toEqual({ cents: 10_000, owed: 0 });
  await provider.sandbox.controls.releaseWebhooks();
  await events();
  expect(await purse(payer)).toEqual({ cents: 10_000, owed: 0 });
});

test("a request that never arrived is repeated with the same key; abandoned after a day, it was never paid", async () => {
  const payer = await aPayer();
  const pmId = await aCard(payer);
  const then = new Date();
  provider.sandbox.controls.fault({ kind: "cut_before", times: 2, match: "POST /v1/payment_intents" });
  expect(await fromCard({ ...payer, pmId, now: then })).toEqual({ kind: "pending" });
  await settleTopUps({ now: new Date(then.getTime() + 61_000) });
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  provider.sandbox.controls.fault({ kind: "cut_before", times: 2, match: "POST /v1/payment_intents" });
  expect(await fromCard({ ...payer, pmId, now: then })).toEqual({ kind: "pending" });
  await settleTopUps({ now: new Date(then.getTime() + 25 * HOUR_MS) });
  expect((await topUpsOf(payer)).map(({ state }) => state).sort()).toEqual(["failed", "settled"]);
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
});

test("the bank's confirmation: the redirect leads there, yes pays, no does not", async () => {
  const payer = await aPayer();
  const pmId = await aCard({ ...payer, name: "pm_card_authenticationRequired" });
  for (const answer of ["refuse", "confirm"] as const) {
    const topupId = randomUUID();
    const to = `/billing/add-funds?return=${topupId}`;
    expect(await fromCard({ ...payer, pmId, topupId })).toEqual({ kind: "confirm", to });
    const { actionUrl } = await one(payer.tenantId, topupId);
    expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
    await answerBank(actionUrl, answer);
    await settleTopUp(await one(payer.tenantId, topupId), new Date());
    expect((await one(payer.tenantId, topupId)).state).toBe(answer === "confirm" ? "settled" : "failed");
  }
  await events();
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
});

test("the provider's page: paid without a return, declined then paid, left, and never finished", async () => {
  const payer = await aPayer();
  const paid = await atProvider(payer);
  const url = paid.kind === "provider" ? paid.to : "";
  expect((await payOnPage(url, "4000 0000 0000 0002")).status).toBe(402);
  await events();
  expect((await topUpsOf(payer)).map(({ state }) => state)).toEqual(["created"]);
  await payOnPage(url);
  await events();
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
  const then = new Date();
  const topupId = randomUUID();
  await atProvider({ ...payer, topupId, now: then });
  await settleTopUp(await one(payer.tenantId, topupId), new Date(then.getTime() + 23 * HOUR_MS));
  expect((await one(payer.tenantId, topupId)).state).toBe("created");
  await settleTopUp(await one(payer.tenantId, topupId), new Date(then.getTime() + 25 * HOUR_MS));
  expect((await one(payer.tenantId, topupId)).state).toBe("failed");
});

test("receipt numbers have no gap when top-ups settle in parallel", async () => {
  const payers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => aPayer()));
  const cards = await Promise.all(payers.map((payer) => aCard(payer)));
  await Promise.all(payers.map((payer, index) => fromCard({ ...payer, pmId: cards[index] ?? "" })));
  const rows = await db.query<{ number: string }>(`select number from top_up where number is not null order by number`);
  const numbers = rows.map(({ number }) => Number(number.slice(-6)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test("43: 20000 dollars a day and no cent more, even by concurrent requests", async () => {
  const payer = await aPayer();
  const pmId = await aCard(payer);
  const asked = await Promise.allSettled(
    Array.from({ length: 6 }, () => fromCard({ ...payer, pmId, cents: 500_000n })),
  );
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
  expect(await purse(payer)).toEqual({ cents: 2_000_000, owed: 0 });
});

test("another tenant's card and top-up are unusable", async () => {
  const [one, other] = [await aPayer(), await aPayer()];
  const pmId = await aCard(one);
  await expect(fromCard({ ...other, pmId })).rejects.toThrow("No such card. It may have been removed.");
  const topupId = randomUUID();
  await fromCard({ ...one, pmId, topupId });
  const theirs = await aCard(other);
  await expect(fromCard({ ...other, pmId: theirs, topupId })).rejects.toMatchObject({
    details: { status: 404 },
  });
  expect(await readTopUp({ topupId, tenantId: other.tenantId })).toBeNull();
});

test("back from the provider's page to a saved card: the page is closed, and nothing is charged twice", async () => {
  const payer = await aPayer();
  const pmId = await aCard(payer);
  const topupId = randomUUID();
  const page = await atProvider({ ...payer, topupId });
  await expect(fromCard({ ...payer, pmId, topupId })).rejects.toThrow("Send the form again.");
  expect((await payOnPage(page.kind === "provider" ? page.to : "")).status).toBe(410);
  expect(await purse(payer)).toEqual({ cents: 0, owed: 0 });
  const paid = randomUUID();
  const open = await atProvider({ ...payer, topupId: paid });
  await payOnPage(open.kind === "provider" ? open.to : "");
  expect(await fromCard({ ...payer, pmId, topupId: paid })).toEqual({ kind: "settled" });
  expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
});

test("a card missing at the provider is reported, and a silent page leaves no top-up behind", async () => {
  const payer = await aPayer();
  const pmId = await aCard(payer);
  await stripe().paymentMethods.detach(pmId);
  await expect(fromCard({ ...payer, pmId })).rejects.toThrow("This card can no longer be used.");
  provider.sandbox.controls.fault({ kind: "cut_before", times: 2, match: "POST /v1/checkout" });
  await expect(atProvider(payer)).rejects.toThrow("did not answer");
  expect((await topUpsOf(payer)).map(({ state }) => state)).toEqual(["failed", "failed"]);
});

test("an account that is being closed gets no top-up, and one whose top-up has begun is not closed (6.7)", async () => {
  const { userId: actorId } = await aTenant({ role: "admin", dollars: 0 });
  const close = ({ userId }: { userId: number }) =>
    closeAccount({ actorId, userId, requestId: "", now: new Date() }).then(() => "closed", String);
  const begin = ({ tenantId }: { tenantId: number }, tx: Tx, way: "saved_card" | "auto" = "saved_card") =>
    insertTopUpIn(tx, { topupId: randomUUID(), tenantId, cents: 5000n as Cents, way, now: new Date() });
  const first = await aPayer();
  let closing: Promise<string> | undefined;
  await transaction(async (tx) => {
    await begin(first, tx);
    let ended = false;
    closing = close(first).finally(() => (ended = true));
    await until("the closing waits for the top-up, or ends", async () => ended || (await lockWaits()) > 0);
  });
  expect(await closing).toContain("open top-ups");

  const closed = await aPayer();
  expect(await close(closed)).toBe("closed");
  await expect(transaction((tx) => begin(closed, tx))).rejects.toThrow(M.notAllowed);
  // An automatic one does not wait for a change of its owner: the next run looks again.
  const busy = await aPayer();
  await transaction(async (tx) => {
    await tx.query(`select from user_account where id = $1 for update`, [busy.userId]);
    await expect(transaction((other) => begin(busy, other, "auto"))).rejects.toThrow(M.notAllowed);
  });
  await transaction((tx) => begin(busy, tx, "auto"));
  expect(await topUpsOf(busy)).toMatchObject([{ state: "created" }]);
});
