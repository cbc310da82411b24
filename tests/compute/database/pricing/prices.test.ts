import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { scheduleAll } from "~/compute/schedule.server";
import { applyPlannedPrices } from "~/compute/apply-planned-prices.server";
import { readCatalogue, readPriceEffect } from "~/compute/inside/pricing/read-catalogue.server";
import { readPrices } from "~/compute/read-prices.server";
import { planPrice, setPrice, withdrawPrice } from "~/compute/inside/pricing/set-price.server";
import { aNode, aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import {
  after,
  emptyCapacity,
  enqueue,
  now,
  occupy,
  readPlaced,
  refusalOf,
  reserve,
  vacate,
} from "../capacity/reserving";

let admin: TenantInWorld;
let one: TenantInWorld;
const by = (at = now) => ({ userId: admin.userId, requestId: "test", now: at });
const CHANGED =
  "Somebody else changed this in the meantime. The page now shows the newest version; please check it and try again.";

beforeAll(async () => {
  [admin, one] = [await aTenant({ role: "admin", dollars: 0 }), await aTenant({ dollars: 1000 })];
});
beforeEach(async () => {
  await emptyCapacity();
  await db.query(`truncate price_change, price, cluster, image, outbox cascade`);
  await theCatalogue();
});

const versionOf = async (gpuType = "a5000") =>
  (await readCatalogue()).types.find((type) => type.gpuType === gpuType)?.version ?? 0;
const set = async (pphCents: number, version?: number) =>
  await setPrice({ gpuType: "a5000", pphCents, version: version ?? (await versionOf()), ...by() });
const priceNow = async () => (await readPrices())["a5000"];
const announced = async () =>
  (await db.query<{ name: string }>(`select distinct entity || ' ' || key as name from outbox order by 1`)).map(
    (row) => row.name,
  );
describe("scenario 39: a price change", () => {
  test("leaves a running task its price; a queued one pays the lower of the old and the new price (B14)", async () => {
    await aNode({ gpus: 1 });
    const running = await reserve(one);
    const node = await aNode({ gpus: 1 });
    const occupant = await occupy(admin, node, 1);
    const waiting = await enqueue(one, {}, { now: after(1) });
    await set(60);
    await vacate(occupant);
    await scheduleAll({ now: after(2) });
    await set(200);
    const later = await enqueue(one, {}, { now: after(3) });
    await aNode({ gpus: 1 });
    await scheduleAll({ now: after(4) });
    const placed = [running, waiting, later].map(async ({ resv_guid }) => (await readPlaced(resv_guid)).pph);
    expect(await Promise.all(placed)).toEqual([95, 60, 200]);
  });

  test("shows beforehand which tasks it affects (A20)", async () => {
    await aNode({ gpus: 1 });
    await reserve(one);
    await enqueue(one, {}, { now: after(1) });
    await set(120);
    await enqueue(one, {}, { now: after(2) });
    expect(await readPriceEffect({ gpuType: "a5000", pphCents: 100 })).toEqual({ running: 1, queued: 2, atNew: 1 });
    expect(await readPriceEffect({ gpuType: "a5000", pphCents: 50 })).toEqual({ running: 1, queued: 2, atNew: 2 });
    expect(await readPriceEffect({ gpuType: "a5000", pphCents: 200 })).toEqual({ running: 1, queued: 2, atNew: 0 });
  });

  test("is announced as the event prices, stored with user and time, and audited", async () => {
    await set(120);
    await set(120);
    expect(await announced()).toContain("prices prices");
    const { changes } = await readCatalogue();
    expect(changes).toMatchObject([
      { gpuType: "a5000", beforeCents: 95, pphCents: 120, state: "done", name: "Test Person" },
    ]);
    const audit = await db.query(
      `select before, after from audit_row where action = 'price.set' order by id desc limit 1`,
    );
    expect(audit).toEqual([{ before: { pph: 95 }, after: { pph: 120 } }]);
  });

  test("of two admins who set one price at once, one is refused", async () => {
    const version = await versionOf();
    const results = await Promise.allSettled([101, 102, 103].map(async (cents) => await set(cents, version)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ message: CHANGED });
    expect((await readCatalogue()).changes).toHaveLength(1);
  });

  test("creates a type that can be rented at once; if two admins create it, the second is refused", async () => {
    const make = async (cents: number) => await setPrice({ gpuType: "b200", pphCents: cents, version: null, ...by() });
    const results = await Promise.allSettled([make(600), make(700)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect([600, 700]).toContain((await readPrices())["b200"]);
  });
});

describe("A planned price", () => {
  const plan = async (cents: number, seconds: number) =>
    await planPrice({
      gpuType: "a5000",
      pphCents: cents,
      version: await versionOf(),
      appliesAt: after(seconds),
      ...by(),
    });

  test("applies once at its time; of two, the later one last", async () => {
    await plan(110, 60);
    await plan(120, 120);
    expect(await applyPlannedPrices({ now: after(59) })).toBe(0);
    expect(await priceNow()).toBe(95);
    const runs = await Promise.all([1, 2, 3].map(async () => await applyPlannedPrices({ now: after(60) })));
    expect(runs.sort()).toEqual([0, 0, 1]);
    expect(await priceNow()).toBe(110);
    // After an outage both are due.
    await plan(130, 180);
    expect(await applyPlannedPrices({ now: after(999) })).toBe(2);
    expect(await priceNow()).toBe(130);
    expect(
      (await readCatalogue()).changes.map(({ beforeCents, pphCents, state }) => [beforeCents, pphCents, state]),
    ).toEqual([
      [120, 130, "done"],
      [110, 120, "done"],
      [95, 110, "done"],
    ]);
    const audit = await db.query<{ userId: number | null }>(
      `select user_id as "userId" from audit_row where action = 'price.apply' and target = 'price:a5000'`,
    );
    expect(audit).toEqual([{ userId: null }, { userId: null }, { userId: null }]);
  });

  test("that cannot be applied keeps no other from its time", async () => {
    await plan(110, 60);
    const [other] = await db.query<{ name: string; cents: number }>(
      `select gpu_type as name, pph_cents as cents from price where gpu_type <> 'a5000' limit 1`,
    );
    const { name = "", cents = 0 } = other ?? {};
    const change = { gpuType: name, pphCents: cents + 1, version: await versionOf(name), appliesAt: after(30) };
    await planPrice({ ...change, ...by() });
    await db.query(`alter table price add constraint stuck check (pph_cents <> ${cents + 1}) not valid`);
    await expect(applyPlannedPrices({ now: after(60) })).rejects.toThrow("stuck");
    await db.query(`alter table price drop constraint stuck`);
    expect(await priceNow()).toBe(110);
  });

  test("can be withdrawn until then", async () => {
    await plan(110, 60);
    const [{ id } = { id: 0 }] = (await readCatalogue()).changes;
    const both = await Promise.allSettled([withdrawPrice({ id, ...by() }), applyPlannedPrices({ now: after(60) })]);
    const { changes } = await readCatalogue();
    const applied = changes[0]?.state === "done";
    expect(both[0].status).toBe(applied ? "rejected" : "fulfilled");
    expect(await priceNow()).toBe(applied ? 110 : 95);
    expect(await refusalOf(withdrawPrice({ id, ...by() }))).toMatchObject({
      message: "This planned price has already taken effect or been withdrawn.",
    });
  });

  test("is for a later time, for an existing type, and unique per moment", async () => {
    const fields = async (call: Promise<unknown>) => (await refusalOf(call)) as { fields?: object };
    expect((await fields(plan(110, 0))).fields).toEqual({
      applies_at: "Choose a time in the future, or leave it empty.",
    });
    const ofNew = planPrice({ gpuType: "b200", pphCents: 1, version: null, appliesAt: after(60), ...by() });
    expect((await fields(ofNew)).fields).toEqual({ applies_at: "A new GPU type has its first price at once." });
    await plan(110, 60);
    expect((await fields(plan(111, 60))).fields).toEqual({
      applies_at: "A price is already planned for that time. Withdraw it first.",
    });
  });
});
