import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { switchOffAutoTopUp, switchOnAutoTopUp } from "~/payments/inside/auto-top-up/change-auto-top-up.server";
import { readAutoTopUp } from "~/payments/read-auto-top-up.server";
import { runAutoTopUps } from "~/payments/run-auto-top-ups.server";
import { wakeForNeed } from "~/payments/wake-for-need.server";
import { settleTopUps } from "~/payments/settle-top-ups.server";
import { TEST_CARDS } from "../../../worker/sandbox-stripe/resources/test-cards";
import { useProvider } from "../../support/provider";
import { aKeepingNode, aVolume } from "../../compute/database/volumes/a-volume";
import { aTenant, theCatalogue } from "../../support/world";
import {
  anAutoTenant,
  chargesOf,
  creditsOf,
  dollars,
  later,
  mailsTo,
  noticesOf,
  spend,
  standingOf,
  topUpsOf,
} from "./auto-top-up";

const shop = useProvider();
const now = new Date();

beforeAll(async () => {
  await db.query(`delete from auto_top_up`);
});

const run = async (at = now) => {
  const { failures } = await runAutoTopUps({ now: at });
  expect(failures).toEqual([]);
};

describe("Automatic top-up with Stripe's test cards", () => {
  const fates = TEST_CARDS.map((card) => ({ ...card, name: card.names[0] ?? "" }));

  test.each(fates.filter(({ decline, confirm }) => !decline && !confirm))(
    "$number ($name) is charged and credited once",
    async ({ name }) => {
      const tenant = await anAutoTenant({ fate: name });
      await run();
      await run();
      expect(chargesOf(shop.sandbox, tenant)).toEqual([5000]);
      expect(await creditsOf(tenant.tenantId)).toEqual([5000n]);
      expect(await standingOf(tenant.tenantId)).toMatchObject({
        state: "watching",
        declines: 0,
        topupId: null,
      });
    },
  );

  test.each(fates.filter(({ decline, confirm }) => decline && !confirm))(
    "$number ($name) is declined: nothing is credited, and it pauses",
    async ({ name, decline }) => {
      const tenant = await anAutoTenant({ fate: name });
      await run();
      await run(later(now, { minutes: 59 }));
      expect(chargesOf(shop.sandbox, tenant)).toEqual([]);
      expect(await creditsOf(tenant.tenantId)).toEqual([]);
      expect((await topUpsOf(tenant.tenantId)).map(({ state }) => state)).toEqual(["failed"]);
      expect(await standingOf(tenant.tenantId)).toMatchObject({
        state: "resting",
        declines: 1,
        message: decline?.message,
      });
      expect((await noticesOf(tenant.tenantId)).map(({ message }) => message).join()).toContain(decline?.message);
    },
  );

  test.each(fates.filter(({ confirm }) => confirm))(
    "$number ($name) waits for the customer at the bank, who gets a link",
    async ({ name }) => {
      const tenant = await anAutoTenant({ fate: name });
      await run();
      await run();
      const [topUp, ...more] = await topUpsOf(tenant.tenantId);
      expect(more).toEqual([]);
      expect(topUp).toMatchObject({ state: "requires_action" });
      expect(topUp?.paymentIntentId).toMatch(/^pi_/);
      expect(await standingOf(tenant.tenantId)).toMatchObject({ state: "asking", topupId: topUp?.topupId });
      expect(await creditsOf(tenant.tenantId)).toEqual([]);
      const path = `/billing/add-funds?return=${topUp?.topupId}`;
      const [mail, ...others] = await mailsTo(tenant);
      expect(others).toEqual([]);
      expect(mail?.text).toContain(`http://127.0.0.1:3000${path}`);
      expect(await noticesOf(tenant.tenantId)).toEqual([{ message: M.bankAsks, url: path }]);
    },
  );
});

test("Eight concurrent workers make one charge and one credit", async () => {
  const tenant = await anAutoTenant();
  await Promise.all(Array.from({ length: 8 }, () => run()));
  expect(chargesOf(shop.sandbox, tenant)).toEqual([5000]);
  expect(await creditsOf(tenant.tenantId)).toEqual([5000n]);
  expect(await topUpsOf(tenant.tenantId)).toHaveLength(1);
});

describe("After a decline", () => {
  test("it is retried after 1 h and 6 h, and the third decline switches it off with a notice", async () => {
    const tenant = await anAutoTenant({ fate: "chargeDeclinedInsufficientFunds" });
    const { tenantId } = tenant;
    await run();
    await run(later(now, { hours: 1 }));
    expect(await standingOf(tenantId)).toMatchObject({ state: "resting", declines: 2 });
    await run(later(now, { hours: 6, minutes: 59 }));
    expect(await topUpsOf(tenantId)).toHaveLength(2);
    await run(later(now, { hours: 7 }));
    expect(await standingOf(tenantId)).toMatchObject({ state: "stopped", declines: 3 });
    await run(later(now, { hours: 100 }));
    expect(await topUpsOf(tenantId)).toHaveLength(3);
    expect((await mailsTo(tenant)).map(({ subject }) => subject)).toEqual(["Automatic top-up is switched off"]);
    const { message, state } = await readAutoTopUp({ tenantId, now });
    expect([state, message]).toEqual(["stopped", "Your card has insufficient funds."]);
  });

  test("a good card ends the row of declines", async () => {
    const tenant = await anAutoTenant({ fate: "chargeDeclinedLostCard" });
    await run();
    await db.query(`delete from card where tenant_id = $1`, [tenant.tenantId]);
    await db.query(
      `insert into card (pm_id, tenant_id, brand, last4, exp_month, exp_year, is_default, added_at)
       values ('pm_card_mastercard_debit', $1, 'mastercard', '8210', 12, 2034, true, now())
       on conflict (pm_id) do update set tenant_id = $1, is_default = true`,
      [tenant.tenantId],
    );
    await run(later(now, { hours: 1 }));
    expect(await standingOf(tenant.tenantId)).toMatchObject({ state: "watching", declines: 0 });
    expect(await creditsOf(tenant.tenantId)).toEqual([5000n]);
  });
});

describe("The bank asks for the customer", () => {
  test("and a day without an answer counts as a decline, notified once", async () => {
    const tenant = await anAutoTenant({ fate: "authenticationRequired" });
    await run();
    const tomorrow = later(now, { hours: 24, minutes: 2 });
    await settleTopUps({ now: tomorrow });
    await run(tomorrow);
    expect((await topUpsOf(tenant.tenantId)).map(({ state }) => state)).toEqual(["failed"]);
    expect(await standingOf(tenant.tenantId)).toMatchObject({ state: "resting", declines: 1 });
    expect(await noticesOf(tenant.tenantId)).toHaveLength(2);
  });
});

describe("Nothing is charged", () => {
  test("at the threshold, but one cent below it", async () => {
    const tenant = await anAutoTenant({ balance: 10 });
    await run();
    expect(await topUpsOf(tenant.tenantId)).toEqual([]);
    await spend({ tenantId: tenant.tenantId, cents: 1n });
    await run();
    expect(await creditsOf(tenant.tenantId)).toEqual([5000n]);
  });

  test("for a need that an open top-up covers", async () => {
    const tenant = await anAutoTenant();
    await db.query(
      `insert into top_up (topup_id, tenant_id, cents, way, state, created_at, asked_at)
       values (gen_random_uuid(), $1, 2000, 'saved_card', 'pending', $2, $2)`,
      [tenant.tenantId, now],
    );
    await run();
    expect(await standingOf(tenant.tenantId)).toMatchObject({ state: "watching" });
    await db.query(`update top_up set state = 'failed' where tenant_id = $1`, [tenant.tenantId]);
    await run();
    expect(await creditsOf(tenant.tenantId)).toEqual([5000n]);
  });

  test("above the month's cap, which is notified once a month", async () => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 15));
    const tenant = await anAutoTenant({ cap: 80, now: month });
    await run(month);
    await spend({ tenantId: tenant.tenantId, cents: 5000n });
    await run(later(month, { hours: 1 }));
    await run(later(month, { hours: 2 }));
    expect(chargesOf(shop.sandbox, tenant)).toEqual([5000]);
    const said = "Automatic top-up has reached its monthly cap";
    expect((await mailsTo(tenant)).map(({ subject }) => subject).filter((subject) => subject === said)).toHaveLength(1);
    await run(later(month, { hours: 31 * 24 }));
    expect(chargesOf(shop.sandbox, tenant)).toEqual([5000, 5000]);
  });

  test("while the user is suspended or a payment is disputed", async () => {
    const suspended = await anAutoTenant();
    await db.query(`update user_account set state = 'suspended' where id = $1`, [suspended.userId]);
    const disputed = await anAutoTenant();
    await db.query(
      `insert into top_up (topup_id, tenant_id, cents, way, state, received_cents, number, created_at, asked_at, settled_at)
       values (gen_random_uuid(), $1, 2000, 'saved_card', 'disputed', 2000, 'MR-2000-000001', $2, $2, $2)`,
      [disputed.tenantId, now],
    );
    await run();
    for (const tenant of [suspended, disputed]) expect(chargesOf(shop.sandbox, tenant)).toEqual([]);
  });

  test("before it is switched on, after it is switched off, and never without a card", async () => {
    const never = await aTenant({ dollars: 1 });
    const settings = { thresholdCents: dollars(10), cents: dollars(50), monthCapCents: dollars(500) };
    await expect(switchOnAutoTopUp({ ...never, ...settings, now })).rejects.toThrow(M.paymentMethodRequired);
    const off = await anAutoTenant();
    await switchOffAutoTopUp({ tenantId: off.tenantId, now });
    await run();
    for (const tenant of [never, off]) expect(chargesOf(shop.sandbox, tenant)).toEqual([]);
    const bare = await anAutoTenant();
    await db.query(`update card set removed_at = now(), is_default = false where tenant_id = $1`, [bare.tenantId]);
    await run();
    expect(await standingOf(bare.tenantId)).toMatchObject({
      state: "stopped",
      message: "There is no card to charge.",
    });
    expect((await mailsTo(bare)).map(({ subject }) => subject)).toEqual(["Automatic top-up is switched off"]);
  });
});

test("A balance that falls below the threshold wakes the job; any other leaves it asleep", async () => {
  const wakes = async () => (await db.query(`select from outbox where entity = 'wake' and key = 'auto-top-up'`)).length;
  const tenant = await anAutoTenant({ balance: 20 });
  await run();
  await db.query(`delete from outbox`);
  await wakeForNeed({ now });
  expect(await wakes()).toBe(0);
  await spend({ tenantId: tenant.tenantId, cents: 1001n });
  await wakeForNeed({ now });
  expect(await wakes()).toBe(1);
});

test("volumes use a balance up before their day is posted: its tenant is charged in time", async () => {
  await db.query(`delete from auto_top_up`);
  await theCatalogue();
  await aKeepingNode({ now });
  const tenant = await anAutoTenant({ balance: 20 });
  await aVolume({ ...tenant, gb: 10_000, now });
  await run(later(now, { minutes: 7 * 60 }));
  expect(chargesOf(shop.sandbox, tenant)).toEqual([]);
  // 10,000 GB cost $1.37 an hour.
  await run(later(now, { minutes: 8 * 60 }));
  expect(chargesOf(shop.sandbox, tenant)).toEqual([5000]);
});
