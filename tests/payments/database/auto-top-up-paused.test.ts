import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { readAutoTopUp } from "~/payments/read-auto-top-up.server";
import { runAutoTopUps } from "~/payments/run-auto-top-ups.server";
import { wakeForNeed } from "~/payments/wake-for-need.server";
import { processEvents } from "~/payments/process-events.server";
import { useProvider } from "../../support/provider";
import { anAutoTenant, chargesOf, later, mailsTo, noticesOf } from "./auto-top-up";
import { topUpsOf } from "./purse";

const shop = useProvider();
const now = new Date("2026-03-10T12:00:00Z");

const events = async () => {
  await shop.sandbox.controls.settled();
  return await processEvents({ now: new Date() });
};

test("It is paused while a payment is disputed, even for a user whom an admin has restored, and shows the reason", async () => {
  const tenant = await anAutoTenant({ now });
  await runAutoTopUps({ now });
  const [topUp] = await topUpsOf(tenant);
  const { id } = await shop.sandbox.controls.dispute({ payment_intent: topUp?.payment_intent_id ?? "" });
  await events();
  expect(await readAutoTopUp({ ...tenant, now })).toMatchObject({ state: "watching", paused: "disputed" });
  await shop.sandbox.controls.endDispute(id, "lost");
  await events();
  await db.query(`update user_account set state = 'active' where tenant_id = $1`, [tenant.tenantId]);
  await runAutoTopUps({ now: later(now, { hours: 1 }) });
  expect(chargesOf(shop.sandbox, tenant)).toEqual([5000]);
  expect(await readAutoTopUp({ ...tenant, now })).toMatchObject({ paused: "disputed" });
});

test("It is paused while an account of the tenant is suspended", async () => {
  const tenant = await anAutoTenant({ now, balance: 100 });
  expect(await readAutoTopUp({ ...tenant, now })).toMatchObject({ paused: null });
  await db.query(`update user_account set state = 'suspended' where tenant_id = $1`, [tenant.tenantId]);
  expect(await readAutoTopUp({ ...tenant, now })).toMatchObject({ paused: "suspended" });
});

test("The daily limit is notified once a day, does not wake the job repeatedly, and ends with the day", async () => {
  const tenant = await anAutoTenant({ now });
  await db.query(
    `insert into top_up (topup_id, tenant_id, cents, way, state, created_at, asked_at)
     select gen_random_uuid(), $1, 499900, 'new_card', 'created', $2, $2 from generate_series(1, 4)`,
    [tenant.tenantId, later(now, { hours: -2 })],
  );
  await db.query(`delete from auto_top_up where tenant_id <> $1`, [tenant.tenantId]);
  expect(await readAutoTopUp({ ...tenant, now })).toMatchObject({ state: "watching", dayLimited: true });
  await runAutoTopUps({ now });
  await runAutoTopUps({ now: later(now, { hours: 2 }) });
  expect(await wakeForNeed({ now })).toBe(false);
  expect(chargesOf(shop.sandbox, tenant)).toEqual([]);
  const told = (await noticesOf(tenant.tenantId)).filter(({ message }) => message.includes("$20,000.00 a day"));
  expect(told).toHaveLength(1);
  expect((await mailsTo(tenant)).filter(({ text }) => text.includes("$20,000.00 a day"))).toHaveLength(1);
  const tomorrow = later(now, { hours: 12 });
  expect(await readAutoTopUp({ ...tenant, now: tomorrow })).toMatchObject({ dayLimited: false });
  await runAutoTopUps({ now: tomorrow });
  expect(chargesOf(shop.sandbox, tenant)).toEqual([5000]);
});
