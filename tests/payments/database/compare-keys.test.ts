import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { listUnequalKeys } from "~/staff/inside/reconcile/compare-keys.server";

test("A movement without a payment differs separately, and prevents no other comparison", async () => {
  const at = new Date("2026-11-20T10:00:00Z");
  await db.query(
    `insert into provider_movement (movement_id, type, concern, ledger_key, currency, cents, fee_cents, at, recorded_at)
     values ('txn_bare', 'charge', 'balance', null, 'usd', 500, 0, $1, $1),
       ('txn_known', 'charge', 'balance', 'stripe:pi_known', 'usd', 700, 0, $1, $1)`,
    [at],
  );
  const found = await listUnequalKeys();
  expect(found.map(({ key, providerUnits }) => [key, providerUnits])).toEqual([
    ["stripe:pi_known", 2_520_000n],
    ["stripe:txn_bare", 1_800_000n],
  ]);
});
