import { describe, expect, test, vi } from "vitest";
import { takeMoney } from "~/money/take-money.server";
import { asUnits } from "~/money/units";
import { db, transaction } from "~/platform/db.server";
import { M } from "~/messages";
import { redeemCode } from "~/payments/inside/marketing/redeem-code.server";
import { cancelSubscription } from "~/payments/inside/subscription/cancel-subscription.server";
import { requestSubscription } from "~/payments/inside/subscription/request-subscription.server";
import { stripe } from "~/payments/stripe-client.server";
import { syncSubscriptions } from "~/payments/sync-subscriptions.server";
import { deleteAccounts } from "~/staff/delete-accounts.server";
import { closeAccount } from "~/staff/inside/close-account.server";
import { askDeletion } from "~/staff/inside/own-data/deletion/ask-deletion.server";
import { restoreUser, suspendUser } from "~/staff/inside/suspend-user.server";
import { aTenant } from "../../../support/world";
import { aCode } from "../marketing/codes";
import { aPayer, BOTH_TRIES, enable, type Payer, providerSubscriptions, standingOf, useShop } from "./subscribing";

const shop = useShop();
const now = new Date();

interface User {
  userId: number;
}

async function close({ userId }: User): Promise<string> {
  const { userId: actorId } = await aTenant({ role: "admin", dollars: 0 });
  return await closeAccount({ actorId, userId, requestId: "", now }).then(() => "closed", String);
}

test("an account that was closed meanwhile gets no subscription: its card is not charged (6.7)", async () => {
  const payer = await aPayer();
  expect(await close(payer)).toBe("closed");
  await expect(enable(payer)).rejects.toThrow(M.notAllowed);
  expect(await providerSubscriptions(shop, payer)).toEqual([]);
});

test("one that is suspended gets none, either", async () => {
  const payer = await aPayer();
  await db.query(`update user_account set state = 'suspended' where id = $1`, [payer.userId]);
  await expect(enable(payer)).rejects.toThrow(M.notAllowed);
});

describe("one that runs while its owner is suspended, who can neither use nor disable it,", () => {
  const suspend = ({ userId }: User, state = "suspended") =>
    db.query(`update user_account set state = $2 where id = $1`, [userId, state]);
  let hours = 0;
  const sync = () => syncSubscriptions({ now: new Date(Date.now() + (hours += 2) * 3_600_000) });
  const ends = async (payer: { tenantId: number }) =>
    (await providerSubscriptions(shop, payer)).map((one) => one.cancel_at_period_end);

  test("is not renewed, and goes on once they are restored", async () => {
    const payer = await aPayer();
    await enable(payer);
    await suspend(payer);
    await sync();
    await sync();
    expect(await ends(payer)).toEqual([true]);
    await suspend(payer, "active");
    await sync();
    expect(await ends(payer)).toEqual([false]);
  });

  test("is checked within a minute of each", async () => {
    const payer = await aPayer();
    await enable(payer);
    const { userId: actorId } = await aTenant({ role: "admin", dollars: 0 });
    const act = (minutes: number) => {
      const at = new Date(Date.now() + minutes * 60_000);
      return { actorId, userId: payer.userId, requestId: "", now: at };
    };
    const syncAt = (minutes: number) => syncSubscriptions({ now: act(minutes).now });
    await syncAt(1);
    await suspendUser({ ...act(2), reason: "test" });
    await syncAt(3);
    expect(await ends(payer)).toEqual([true]);
    await restoreUser(act(4));
    await syncAt(5);
    expect(await ends(payer)).toEqual([false]);
  });

  test("is checked again within a minute of a check that the provider did not answer", async () => {
    const payer = await aPayer();
    await enable(payer);
    const syncs = async (end: boolean) => {
      shop.sandbox.controls.fault({ kind: "error_before", times: BOTH_TRIES, match: "^POST /v1/subscriptions/" });
      expect((await sync()).failures).toHaveLength(1);
      await syncSubscriptions({ now: new Date(Date.now() + hours * 3_600_000 + 61_000) });
      expect(await ends(payer)).toEqual([end]);
    };
    await suspend(payer);
    await syncs(true);
    await suspend(payer, "active");
    await syncs(false);
  });

  test("stays ended if they had disabled it before, or disable it afterwards", async () => {
    const [before, after] = [await aPayer(), await aPayer()];
    for (const payer of [before, after]) await enable(payer);
    await cancelSubscription({ ...before, now });
    for (const payer of [before, after]) await suspend(payer);
    await sync();
    for (const payer of [before, after]) await suspend(payer, "active");
    await cancelSubscription({ ...after, now });
    await sync();
    expect([...(await ends(before)), ...(await ends(after))]).toEqual([true, true]);
  });

  test("stays ended if they disable it while it is made to go on", async () => {
    const payer = await aPayer();
    await enable(payer);
    await suspend(payer);
    await sync();
    await suspend(payer, "active");
    const { subscriptions } = stripe();
    const update = subscriptions.update.bind(subscriptions);
    vi.spyOn(subscriptions, "update").mockImplementationOnce(async (...given) => {
      await cancelSubscription({ ...payer, now });
      return await update(...given);
    });
    await sync();
    expect(await ends(payer)).toEqual([true]);
  });

  type Step = (payer: Payer) => Promise<unknown>;
  const disable: Step = async (payer) => await cancelSubscription({ ...payer, now });
  const suspended: Step = async (payer) => {
    await suspend(payer);
    await sync();
  };
  test.each<[string, Step, Step]>([
    ["they are suspended while they disable it", disable, suspended],
    ["they disable it while they are suspended", suspended, disable],
  ])("stays ended if %s, and the provider has no mark of a suspension", async (_when, first, then) => {
    const payer = await aPayer();
    await enable(payer);
    const { subscriptions } = stripe();
    const update = subscriptions.update.bind(subscriptions);
    vi.spyOn(subscriptions, "update").mockImplementationOnce(async (...given) => {
      await then(payer);
      return await update(...given);
    });
    await first(payer);
    expect(await providerSubscriptions(shop, payer)).toMatchObject([
      { metadata: expect.not.objectContaining({ held: "true" }) },
    ]);
    await suspend(payer, "active");
    await sync();
    expect(await ends(payer)).toEqual([true]);
  });
});

test.each(["requested", "incomplete"])("an account is not closed while its subscription is %s", async (state) => {
  const payer = await aPayer();
  await requestSubscription({ ...payer, now });
  await db.query(`update subscription set state = $2 where tenant_id = $1`, [payer.tenantId, state]);
  expect(await close(payer)).toContain("wait for its subscription");
  const asked = { userId: payer.userId, confirmation: payer.email, givesUpCents: 0, requestId: "", now };
  await expect(askDeletion(asked)).rejects.toThrow("waits for its first payment");
});

test("a running one is checked at once when staff close the account, and ends with its period", async () => {
  const payer = await aPayer();
  await enable(payer);
  expect(await close(payer)).toBe("closed");
  await syncSubscriptions({ now });
  expect(await providerSubscriptions(shop, payer)).toMatchObject([{ cancel_at_period_end: true }]);
  expect(await standingOf(payer)).toMatchObject({ subscription: "active" });
});

test("one of an account whose deletion waits for money is not renewed, and can go on once staff restore the account (6.9)", async () => {
  const payer = await aPayer();
  await enable(payer);
  await askDeletion({ userId: payer.userId, confirmation: payer.email, givesUpCents: 0, requestId: "", now });
  const owed = { tenantId: payer.tenantId, units: asUnits(3_600n), to: "provider", kind: "chargeback" } as const;
  await transaction((tx) =>
    takeMoney(tx, { ...owed, key: `lost:${payer.tenantId}`, description: "Lost dispute", now }),
  );
  await deleteAccounts({ now });
  await syncSubscriptions({ now });
  expect(await providerSubscriptions(shop, payer)).toMatchObject([{ status: "active", cancel_at_period_end: true }]);
  const { userId: actorId } = await aTenant({ role: "admin", dollars: 0 });
  await restoreUser({ actorId, userId: payer.userId, requestId: "", now });
  await enable(payer);
  await syncSubscriptions({ now: new Date(Date.now() + 61 * 60_000) });
  expect(await providerSubscriptions(shop, payer)).toMatchObject([{ status: "active", cancel_at_period_end: false }]);
});

test("an account that was closed meanwhile redeems no code, and the code is not used up", async () => {
  const payer = await aPayer();
  await aCode({ code: "LATE10" });
  expect(await close(payer)).toBe("closed");
  await expect(redeemCode({ ...payer, code: "LATE10", now })).rejects.toThrow(M.notAllowed);
  const [code] = await db.query(`select times_redeemed as times from promo_code where code = 'LATE10'`);
  expect(code).toEqual({ times: 0 });
});
