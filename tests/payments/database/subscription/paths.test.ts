import { afterEach, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { startTrial } from "~/payments/inside/marketing/start-trial.server";
import { env } from "~/platform/env.server";
import { M } from "~/messages";
import { encrypt, hashOfSecret, randomSecret } from "~/platform/secret.server";
import { action, loader } from "~/payments/screens/subscription/route";
import { call, read } from "../../../contract/support/call";
import { aPerson, type Person } from "../../../contract/support/people";
import { aCard } from "../../../support/provider";
import { aVisit, answerOf, get, noticeOf, post } from "../../../accounts/database/screens/visit";
import { aDiscount, aPayer, enable, standingOf, useShop } from "./subscribing";

const shop = useShop();
const update = (person: Person, json: object) => call("/payments/update", { key: person.apiKey, json });

afterEach(() => {
  Object.assign(env, { STRIPE_SECRET_KEY: undefined, STRIPE_SANDBOX_ORIGIN: shop.sandbox.origin });
});

describe("The paths of the subscription (3.4)", () => {
  test("46: enable, see the upcoming invoice, and a bank's request is M65 with its address", async () => {
    const person = await aPerson();
    const subscribe = async (one: Person) => read(await call("/payments/subscribe", { key: one.apiKey, json: {} }));
    const status = async () => read(await call("/payments/status", { key: person.apiKey }));
    expect(await subscribe(person)).toEqual({
      retcode: "ERROR",
      human_readable_message: M.paymentMethodRequired,
    });
    expect(await status()).toEqual({ retcode: "OK", status: 0 });
    const pmId = await aCard(person);
    for (let again = 0; again < 2; again += 1)
      expect(await subscribe(person)).toEqual({
        retcode: "OK",
        human_readable_message: "Subscription enabled.",
      });
    expect(await status()).toMatchObject({ status: { id: "upcoming", total: 2000, paid: false } });
    expect(await read(await call("/payments/method", { key: person.apiKey }))).toMatchObject({
      cards: { data: [{ id: pmId, card: { brand: "visa", last4: "4242" } }] },
      default_card: pmId,
    });
    const asked = await aPerson();
    await aCard({ tenantId: asked.tenantId, name: "pm_card_authenticationRequired" });
    expect(await subscribe(asked)).toEqual({
      retcode: "ERROR",
      human_readable_message: M.bankAsks,
      action_url: expect.stringContaining("/bank/"),
    });
  });

  test("charges: whole cents from -100000 to 100000, not 0, with a text", async () => {
    const person = await aPerson();
    for (const amount of [0, 1.5, 100_001, -100_001, "x", null, true, "1e3"])
      expect(await read(await update(person, { amount, text: "t" }))).toMatchObject({
        human_readable_message: M.wrongCents,
      });
    for (const text of ["", "  ", "x".repeat(201), undefined])
      expect(await read(await update(person, { amount: 1, text }))).toMatchObject({
        human_readable_message: M.descriptionRequired,
      });
    expect(await read(await update(person, { amount: 1, text: "t" }))).toMatchObject({
      human_readable_message: M.subscriptionRequired,
    });
    await aCard(person);
    await enable(person);
    expect(await read(await update(person, { amount: -5000, text: "discount" }))).toMatchObject({
      retcode: "OK",
      human_readable_message: "Added to the upcoming invoice.",
      status: { id: "upcoming", number: null, total: 0, amount_remaining: 0, paid: false },
    });
    expect(await read(await update(person, { amount: "4000", text: "charge" }))).toMatchObject({
      status: { total: 1000 },
    });
  });

  test("47: in live mode a customer's charge is 403 and the provider is not asked", async () => {
    const person = await aPerson();
    await aCard(person);
    await enable(person);
    const items = shop.sandbox.controls.objects("invoiceitem").length;
    Object.assign(env, { STRIPE_SECRET_KEY: "sk_live_of_the_tests" });
    const refused = await update(person, { amount: -5000, text: "discount" });
    expect([refused.status, await read(refused)]).toMatchObject([403, { human_readable_message: M.notAllowed }]);
    const operator = await aPerson({ role: "operator" });
    expect((await update(operator, { amount: -5000, text: "discount" })).status).toBe(403);
    expect(shop.sandbox.controls.objects("invoiceitem")).toHaveLength(items);
  });

  test("usage takes an admin's key, a time of the last 7 days, and 1 to 100000 minutes", async () => {
    const [admin, person] = [await aPerson({ role: "admin" }), await aPerson()];
    await aCard(person);
    await enable(person);
    const use = async (more: object) =>
      read(
        await call("/payments/usage", {
          key: admin.apiKey,
          json: { tenant_name: person.tenantName, minutes: 60, idempotency_key: "w-1", ...more },
        }),
      );
    const nowS = Math.floor(Date.now() / 1000);
    for (const wrong of [
      ...[{ minutes: 0 }, { minutes: 100_001 }, { idempotency_key: "" }, { idempotency_key: "k".repeat(65) }],
      ...[{ ts: nowS - 8 * 86_400 }, { ts: nowS + 3600 }],
    ])
      expect(await use(wrong)).toMatchObject({ retcode: "ERROR", human_readable_message: M.unreadable });
    expect(await use({ tenant_name: "nobody" })).toMatchObject({ human_readable_message: M.noSuchTenant });
    const told = { retcode: "OK", human_readable_message: "Usage recorded.", amount: 100 };
    expect(await use({})).toEqual(told);
    expect(await use({ ts: nowS - 3600 })).toEqual(told);
    expect((await call("/payments/usage", { key: person.apiKey, json: {} })).status).toBe(403);
    const key = await aServiceKey(admin);
    const json = { tenant_name: person.tenantName, minutes: 60, idempotency_key: "w-2" };
    expect(await read(await call("/payments/usage", { key, json }))).toEqual(told);
    expect((await call("/payments/status", { key })).status).toBe(403);
  });
});

describe("The screen", () => {
  test("is complete from the database while the provider is unreachable, and shows M12 where it is needed", async () => {
    const payer = await aPayer();
    await enable(payer);
    const visit = await aVisit({ userId: payer.userId });
    Object.assign(env, { STRIPE_SANDBOX_ORIGIN: "http://127.0.0.1:9" });
    expect(await loader(get(visit, "/subscription"))).toMatchObject({
      enabled: true,
      pro: true,
      coins: 20_000_000,
      endsTs: null,
      upcoming: { remaining: 2000 },
      method: { pmId: payer.pmId },
    });
    const refused = await answerOf(await action(post(visit, "/subscription", { intent: "cancel" })));
    expect(refused).toMatchObject({ status: 422, data: { message: M.providerSilent } });
  });

  test("charges nothing before the customer has agreed to amount, card and day (A28)", async () => {
    const payer = await aPayer();
    const visit = await aVisit({ userId: payer.userId });
    const send = async (fields: Record<string, string>) =>
      await answerOf(await action(post(visit, "/subscription", { intent: "subscribe", ...fields })));
    const refused = { status: 422, data: { message: "Please confirm the price of the subscription first." } };
    expect(await send({})).toMatchObject(refused);

    const trialEnd = new Date(Date.now() + 5 * 86_400_000);
    const begin = { userId: payer.userId, days: 5, code: null, now: new Date() };
    await transaction((tx) => startTrial(tx, begin));
    const inTrial = (await loader(get(visit, "/subscription"))).terms;
    expect(inTrial).toMatchObject({ firstCents: 2000, pmId: payer.pmId, feeCents: 2000 });
    expect(Math.abs((inTrial?.firstTs ?? 0) * 1000 - trialEnd.getTime())).toBeLessThan(60_000);
    // The page of the trial is sent after the trial's end.
    await db.query(
      `update trial set trial_start = now() - interval '5 days', trial_end = now() - interval '1 second' where user_id = $1`,
      [payer.userId],
    );
    const changed = { status: 422, data: { message: expect.stringContaining("has changed") as string } };
    expect(await send({ agreed: inTrial?.agreement ?? "" })).toMatchObject(changed);

    await aDiscount(payer, { code: "QUARTER", percent: 25 });
    const present = (await loader(get(visit, "/subscription"))).terms;
    expect(present).toMatchObject({ firstCents: 1500, firstTs: null, discount: { percent: 25 } });
    expect(await standingOf(payer)).toMatchObject({ subscription: null });
    expect((await send({ agreed: present?.agreement ?? "" })).status).toBe(303);
    expect((await loader(get(visit, "/subscription"))).terms).toBeNull();
  });

  test("its forms enable, disable, charge and change the card", async () => {
    const payer = await aPayer();
    const visit = await aVisit({ userId: payer.userId });
    const send = async (fields: Record<string, string>) => {
      const { status } = await answerOf(await action(post(visit, "/subscription", fields)));
      return [status, ((await noticeOf(visit)) as { message: string } | null)?.message];
    };
    const { terms } = await loader(get(visit, "/subscription"));
    expect(await send({ intent: "subscribe", agreed: terms?.agreement ?? "" })).toEqual([
      ...[303, "Subscription enabled."],
    ]);
    expect(await send({ intent: "demo-charge", which: "work" })).toEqual([303, "Added to the upcoming invoice."]);
    expect(await loader(get(visit, "/subscription"))).toMatchObject({ upcoming: { remaining: 2100 } });
    const other = await aCard({ tenantId: payer.tenantId, name: "pm_card_mastercard" });
    expect(await send({ intent: "update-method", payment_method: other })).toEqual([
      ...[303, "Payment method updated."],
    ]);
    expect(await loader(get(visit, "/subscription"))).toMatchObject({ method: { pmId: other } });
    const stranger = await aPayer();
    const wrong = post(visit, "/subscription", { intent: "update-method", payment_method: stranger.pmId });
    expect(await answerOf(await action(wrong))).toMatchObject({
      status: 422,
      data: { message: M.noSuchCard },
    });
    expect(await send({ intent: "cancel" })).toEqual([303, "Subscription disabled."]);
    expect(await loader(get(visit, "/subscription"))).toMatchObject({
      enabled: false,
      pro: true,
      upcoming: null,
    });
  });
});

/** A service key, which an admin makes for a program that reports usage (0.5). */
async function aServiceKey({ tenantId, userId }: Person): Promise<string> {
  const key = `mr_${randomSecret()}`;
  await db.query(
    `insert into api_key (tenant_id, user_id, scope, hash, encrypted, last4) values ($1, $2, 'usage', $3, $4, $5)`,
    [tenantId, userId, hashOfSecret(key), encrypt(key), key.slice(-4)],
  );
  return key;
}
