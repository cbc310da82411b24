import { randomUUID } from "node:crypto";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import type { Cents } from "~/money/units";
import { beginAutoTopUp } from "~/payments/inside/auto-top-up/begin-auto-top-up.server";
import { switchOffAutoTopUp } from "~/payments/inside/auto-top-up/change-auto-top-up.server";
import { topUpFromCard } from "~/payments/inside/start-top-up.server";
import { recordUsage } from "~/payments/inside/subscription/record-usage.server";
import { isToppedUp, readAutoTopUp } from "~/payments/read-auto-top-up.server";
import { refundToCards } from "~/payments/refund-to-cards.server";
import { runAutoTopUps } from "~/payments/run-auto-top-ups.server";
import { sendUsage } from "~/payments/send-usage.server";
import { settleTopUps } from "~/payments/settle-top-ups.server";
import { isReconciled, reconcile } from "~/staff/reconcile.server";
import { action, loader } from "~/staff/screens/refund-top-up/route";
import { renew } from "../../../worker/up/backup/renew";
import { aVisit, get, post } from "../../accounts/database/screens/visit";
import { aTenant, theCatalogue } from "../../support/world";
import { anAutoTenant, standingOf } from "./auto-top-up";
import { purse } from "./purse";
import { aPayer, enable, useShop } from "./subscription/subscribing";

const HOUR_MS = 3_600_000;
const shop = useShop();
let adminId: number;

beforeAll(async () => {
  await theCatalogue();
  adminId = (await aTenant({ role: "admin", dollars: 0 })).userId;
});

const hence = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

/** The database is of now, and is put back some hours later: what was asked of the provider in between is unknown. */
async function restoredAfter(hours: number) {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  const given = { madeAt: new Date().toISOString(), withoutSecret: false, now: hence(hours) };
  await renew(client, given).finally(() => client.end());
}

describe("A restored database asks the provider for nothing that it may have had, and forgotten the key of", () => {
  async function ordered() {
    const admin = await aVisit({ userId: adminId });
    const payer = await aPayer();
    const topupId = randomUUID();
    const paid = { topupId, cents: 5000n as Cents, cardHolderName: "Ada", now: new Date() };
    await topUpFromCard({ ...payer, ...paid });
    const path = `/dashboard/refund-top-up?id=${topupId}`;
    const { formKey } = await loader(get(admin, path));
    const fields = { intent: "refund-top-up", dollars: "10", reason: "Paid twice.", form_key: formKey };
    await action(post(admin, path, fields));
    const order = async () =>
      (await db.query<{ state: string }>(`select state from card_refund where topup_id = $1`, [topupId]))[0];
    return { payer, order };
  }

  test("a refund to a card: within the key's life it is asked again, later it is given up", async () => {
    const soon = await ordered();
    await restoredAfter(5);
    await refundToCards({ now: hence(5) });
    expect(await soon.order()).toEqual({ state: "made" });
    expect(await purse(soon.payer)).toMatchObject({ cents: 4000 });

    const late = await ordered();
    const before = shop.sandbox.controls.objects("refund").length;
    await restoredAfter(48);
    await refundToCards({ now: hence(48) });
    expect(await late.order()).toEqual({ state: "refused" });
    expect(shop.sandbox.controls.objects("refund")).toHaveLength(before);
    expect(await purse(late.payer)).toMatchObject({ cents: 5000 });
  });

  test("metered minutes: later than a day they are settled by hand", async () => {
    const payer = await aPayer();
    await enable(payer);
    const used = { minutes: 60, idempotencyKey: "hour-1", usedAt: new Date(), userId: 1, now: new Date() };
    await recordUsage({ tenantName: payer.tenantName, ...used });
    await restoredAfter(48);
    expect((await sendUsage({ now: hence(48) })).failed).toMatchObject([
      { error: "the provider did not respond for a day; it may have these minutes" },
    ]);
  });

  test("another automatic top-up after one that was open at the backup, before what was paid since is found", async () => {
    const tenant = await anAutoTenant({ amount: 5, threshold: 20 });
    await reconcile({ now: hence(55), names: ["movements"] });
    const topUp = await beginAutoTopUp({ tenantId: tenant.tenantId, now: hence(55) });
    expect(topUp).not.toBeNull();
    await restoredAfter(60);
    await settleTopUps({ now: hence(60) });
    expect(await runAutoTopUps({ now: hence(60.1) })).toMatchObject({ begun: 0 });
    expect(await standingOf(tenant.tenantId)).toMatchObject({ state: "watching" });
    // Its screen says so, and the customer is warned of the end of the balance.
    expect(await readAutoTopUp({ ...tenant, now: hence(60.1) })).toMatchObject({ paused: "restored" });
    expect(await isToppedUp({ ...tenant, now: hence(60.1) })).toBe(false);
    await switchOffAutoTopUp({ ...tenant, now: hence(60.1) });
  });

  test("an automatic top-up: for an hour, and until what was paid since is found", async () => {
    const tenant = await anAutoTenant();
    await reconcile({ now: new Date(), names: ["movements"] });
    await restoredAfter(72);
    expect(await runAutoTopUps({ now: hence(72.9) })).toMatchObject({ begun: 0 });
    expect(await standingOf(tenant.tenantId)).toMatchObject({ state: "resting", declines: 0 });
    // Loading the backup took an hour, or Millrace was started later, or the provider did not answer.
    expect(await runAutoTopUps({ now: hence(73.1) })).toMatchObject({ begun: 0 });
    expect(await isReconciled()).toBe(false);
    await reconcile({ now: hence(73.1), names: ["movements"] });
    expect(await runAutoTopUps({ now: hence(73.1) })).toMatchObject({ begun: 1 });
    expect(await standingOf(tenant.tenantId)).toMatchObject({ state: "watching", message: "" });
  });
});

test("after a restore all payments are read if the last reading lies ahead: it says not when the backup was made", async () => {
  const payer = await aPayer();
  await reconcile({ now: hence(11 * 24), names: ["movements"] });
  const topupId = randomUUID();
  await topUpFromCard({ ...payer, topupId, cents: 5000n as Cents, cardHolderName: "Ada", now: new Date() });
  await restoredAfter(10 * 24);
  await reconcile({ now: hence(10 * 24 + 1), names: ["movements"] });
  const read = await db.query(
    `select from provider_movement m join top_up t on t.payment_intent_id = m.payment_intent_id where t.topup_id = $1`,
    [topupId],
  );
  expect(read).toHaveLength(1);
});
