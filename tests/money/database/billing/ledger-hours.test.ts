import { beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { checkLedger } from "~/money/check-ledger.server";
import { mergeLedgerHours, sumAccounts, sumSince } from "~/money/ledger-hours.server";
import { asUnits } from "~/money/units";
import { aTenant } from "../../../support/world";

const NOON = new Date("2026-03-10T12:00:00Z");
const HOUR_MS = 3_600_000;
const hoursLater = (hours: number) => new Date(NOON.getTime() + hours * HOUR_MS);
let tenantId: number;

beforeEach(async () => {
  ({ tenantId } = await aTenant({ dollars: 0 }));
});

/** A promotional credit of that number of units; `hold` runs before it is committed. */
async function give(units: number, at: Date, hold?: () => Promise<void>): Promise<void> {
  await transaction(async (tx) => {
    await addCredit(tx, {
      tenantId,
      units: asUnits(BigInt(units)),
      from: "promo",
      kind: "coupon",
      key: `given:${tenantId}:${units}:${at.getTime()}`,
      description: "",
      now: at,
    });
    await hold?.();
  });
}

const rows = () =>
  db.query<{ hour: Date; merged: boolean; units: bigint }>(
    `select hour, writer = 0 as merged, units from ledger_hour where account = 'promo' and hour >= $1::timestamptz - interval '13 h'
     order by hour, writer`,
    [NOON],
  );
const promo = async () => (await sumAccounts()).find(({ name }) => name === "promo");

test("hours equal their entries under parallel posting, and a rolled-back posting leaves nothing", async () => {
  const before = await promo();
  await Promise.all(Array.from({ length: 20 }, (_, at) => give(at + 1, hoursLater(at % 3))));
  await expect(give(999, NOON, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const after = await promo();
  expect((after?.units ?? 0n) - (before?.units ?? 0n)).toBe(-210n);
  expect((after?.entries ?? 0n) - (before?.entries ?? 0n)).toBe(20n);
  expect((await sumAccounts()).reduce((sum, { units }) => sum + units, 0n)).toBe(0n);
  expect(await checkLedger()).toMatchObject({ wrongHours: 0 });
});

test("a sum that differs from its entries is found", async () => {
  await give(1, NOON);
  await db.query(`update ledger_hour set units = units + 1 where account = 'promo' and hour = $1`, [NOON]);
  expect(await checkLedger()).toMatchObject({ wrongHours: 1 });
  await db.query(`update ledger_hour set units = units - 1 where account = 'promo' and hour = $1`, [NOON]);
});

test("finished hours are merged into one row, after 35 days into one of the day, and no sum changes", async () => {
  await db.query(`delete from ledger_hour where account = 'promo'`);
  await Promise.all(Array.from({ length: 8 }, (_, at) => give(at + 1, hoursLater(at % 2))));
  await mergeLedgerHours({ now: hoursLater(3.5) });
  expect(await rows()).toEqual([
    { hour: NOON, merged: true, units: -16n },
    { hour: hoursLater(1), merged: true, units: -20n },
  ]);
  // Late rows are stored next to the merged ones.
  await give(100, NOON);
  expect(await sumSince({ account: "promo", from: hoursLater(0) })).toBe(-136n);
  expect(await sumSince({ account: "promo", from: hoursLater(1), kind: "coupon" })).toBe(-20n);
  expect(await sumSince({ account: "promo", from: hoursLater(1), kind: "task" })).toBe(0n);
  await mergeLedgerHours({ now: hoursLater(3.5) });
  await mergeLedgerHours({ now: hoursLater(36 * 24) });
  await mergeLedgerHours({ now: hoursLater(36 * 24) });
  expect(await rows()).toEqual([{ hour: hoursLater(-12), merged: true, units: -136n }]);
});

test("a row locked by a posting is left for the next run, which waits for nobody", async () => {
  await db.query(`delete from ledger_hour where account = 'promo'`);
  await give(3, NOON);
  await give(5, hoursLater(1), async () => await mergeLedgerHours({ now: hoursLater(9) }));
  expect((await rows()).map(({ units }) => units)).toEqual([-3n, -5n]);
  await mergeLedgerHours({ now: hoursLater(9) });
  expect(await rows()).toEqual([
    { hour: NOON, merged: true, units: -3n },
    { hour: hoursLater(1), merged: true, units: -5n },
  ]);
});
