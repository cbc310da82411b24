import { beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { checkLedger } from "~/money/check-ledger.server";
import { listDayMovements } from "~/money/ledger-days.server";
import { takeMoney } from "~/money/take-money.server";
import { asUnits } from "~/money/units";
import { grantMonthlyCoins } from "~/payments/grant-coins.server";
import { aTenant } from "../../../support/world";

const EVENING = new Date("2026-03-10T23:59:59Z");
const MIDNIGHT = new Date("2026-03-11T00:00:00Z");
const MARCH = { start: "2026-03-01", end: "2026-03-31" };
let tenantId: number;

beforeEach(async () => {
  ({ tenantId } = await aTenant({ dollars: 0 }));
});

async function give(units: number, now: Date): Promise<void> {
  const key = `given:${tenantId}:${units}`;
  const credit = { tenantId, units: asUnits(BigInt(units)), key, description: "", now };
  await transaction((tx) => addCredit(tx, { ...credit, from: "promo", kind: "coupon" }));
}

async function take(units: number, now: Date): Promise<void> {
  const key = `taken:${tenantId}:${units}`;
  const debit = { tenantId, units: asUnits(BigInt(units)), key, description: "", now };
  await transaction((tx) => takeMoney(tx, { ...debit, to: "adjustment", kind: "adjustment" }));
}

test("a tenant's UTC days sum its movements of balance and debt; coins are kept separately", async () => {
  await give(5, EVENING);
  await give(7, EVENING);
  await take(20, EVENING);
  await give(3, MIDNIGHT);
  await transaction((tx) => grantMonthlyCoins(tx, { tenantIds: [tenantId], now: MIDNIGHT }));
  expect(await listDayMovements({ tenantId, days: MARCH })).toEqual([
    { day: "2026-03-10", kind: "adjustment", units: -20n },
    { day: "2026-03-10", kind: "coupon", units: 12n },
    { day: "2026-03-11", kind: "coupon", units: 3n },
  ]);
  expect(await listDayMovements({ tenantId, days: { start: "2026-03-11", end: "2026-03-11" } })).toHaveLength(1);
  expect(await checkLedger()).toMatchObject({ wrongDays: 0 });
});

test("concurrent tenants do not wait for each other, and a wrong day is found", async () => {
  const many = await Promise.all(Array.from({ length: 8 }, () => aTenant({ dollars: 0 })));
  await Promise.all(
    many.flatMap((tenant) =>
      [1, 2, 3].map((units) =>
        transaction((tx) =>
          addCredit(tx, {
            tenantId: tenant.tenantId,
            units: asUnits(BigInt(units)),
            from: "promo",
            kind: "coupon",
            key: `given:${tenant.tenantId}:${units}`,
            description: "",
            now: EVENING,
          }),
        ),
      ),
    ),
  );
  expect(await checkLedger()).toMatchObject({ wrongDays: 0 });
  const ids = many.map((tenant) => tenant.tenantId);
  await db.query(`update ledger_day set units = units + 1 where tenant_id = any($1)`, [ids.slice(0, 2)]);
  expect(await checkLedger()).toMatchObject({ wrongDays: 2 });
  await db.query(`update ledger_day set units = units - 1 where tenant_id = any($1)`, [ids.slice(0, 2)]);
});
