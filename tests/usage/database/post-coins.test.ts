import { beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { checkLedger } from "~/money/check-ledger.server";
import { readCoins } from "~/money/read-coins.server";
import { grantMonthlyCoins } from "~/payments/grant-coins.server";
import { postCoins } from "~/usage/post-coins.server";
import { rollUp } from "~/usage/roll-up.server";
import { refreshFigures } from "~/staff/refresh-figures.server";
import { readCoinsSpent } from "~/usage/inside/workspaces/read-coins-spent.server";
import { IN_BALANCE } from "../../support/in-balance";
import { storeEvents } from "../../support/usage-events";
import { aTenant, type TenantInWorld } from "../../support/world";
import { forgetUsage, later } from "./random-history";

const NOW = new Date("2026-03-31T12:00:30Z");
const DAY_MIN = 24 * 60;
let tenant: TenantInWorld;

beforeEach(async () => {
  await forgetUsage();
  tenant = await aTenant({ dollars: 0 });
  await transaction((tx) => grantMonthlyCoins(tx, { tenantIds: [tenant.tenantId], now: NOW }));
});

async function spend(coins: number, at: Date, now = at, summed = true): Promise<void> {
  const { userId, tenantId } = tenant;
  await storeEvents([{ ts: at, userId, tenantId, coins }], { now, summed });
}

/** Coins spent by day, according to the ledger. */
async function posted(): Promise<Record<string, number>> {
  const rows = await db.query<{ day: string; coins: number }>(
    `select to_char(day, 'YYYY-MM-DD') as day, -units::int as coins from ledger_day where tenant_id = $1 and kind = 'spend' order by 1`,
    [tenant.tenantId],
  );
  return Object.fromEntries(rows.map(({ day, coins }) => [day, coins]));
}

async function unposted(): Promise<bigint> {
  const [row] = await db.query<{ unposted: bigint }>(`select unposted from coin_meter where tenant_id = $1`, [
    tenant.tenantId,
  ]);
  return row?.unposted ?? -1n;
}

test("coins are exact from the moment that an event is stored, and stay so when it is summed and posted", async () => {
  const coins = () => readCoins({ tenantId: tenant.tenantId });
  await spend(300, NOW, NOW, false);
  expect(await coins()).toBe(1_999_700n);
  await rollUp({ now: NOW });
  expect(await coins()).toBe(1_999_700n);
  expect(await postCoins({ now: NOW })).toBe(1);
  expect(await coins()).toBe(1_999_700n);
  expect(await unposted()).toBe(0n);
  expect(await checkLedger()).toEqual(IN_BALANCE);
});

test("a day is posted with its own date, a late event posts its part, and a repetition changes nothing", async () => {
  await spend(100, NOW);
  await spend(40, later(NOW, -DAY_MIN));
  expect(await postCoins({ now: NOW })).toBe(2);
  expect(await postCoins({ now: NOW })).toBe(0);
  await spend(7, later(NOW, -6 * DAY_MIN), later(NOW, 30));
  await spend(5, later(NOW, -DAY_MIN), later(NOW, 30));
  expect(await postCoins({ now: later(NOW, 60) })).toBe(2);
  expect(await posted()).toEqual({ "2026-03-25": 7, "2026-03-30": 45, "2026-03-31": 100 });
  expect(await unposted()).toBe(0n);
});

test("an event from a fast clock across midnight is posted on its day, once", async () => {
  const midnight = new Date("2026-04-01T00:00:00Z");
  await spend(9, later(midnight, 2), later(midnight, -1));
  await postCoins({ now: later(midnight, -1) });
  expect(await postCoins({ now: later(midnight, -1) })).toBe(0);
  expect(await posted()).toEqual({ "2026-04-01": 9 });
});

test("after weeks without postings, all days are posted", async () => {
  await spend(1, later(NOW, -40 * DAY_MIN), later(NOW, -40 * DAY_MIN));
  await postCoins({ now: later(NOW, -40 * DAY_MIN) });
  for (const days of [39, 30, 12, 3, 0]) await spend(10, later(NOW, -days * DAY_MIN), later(NOW, -days * DAY_MIN));
  await postCoins({ now: NOW });
  expect(Object.values(await posted())).toEqual([1, 10, 10, 10, 10, 10]);
  expect(await unposted()).toBe(0n);
});

test("unsummed events wait; two concurrent postings post once", async () => {
  await spend(100, NOW);
  await spend(11, NOW, NOW, false);
  const counts = await Promise.all([postCoins({ now: NOW }), postCoins({ now: NOW }), postCoins({ now: NOW })]);
  expect(counts.sort()).toEqual([0, 0, 1]);
  expect(await unposted()).toBe(11n);
  expect(await readCoins({ tenantId: tenant.tenantId })).toBe(2_000_000n - 111n);
});

test("an interrupted posting leaves everything unchanged", async () => {
  await spend(100, NOW);
  await db.query(`alter table coin_meter add constraint cut_off check (unposted > 0) not valid`);
  await expect(postCoins({ now: NOW })).rejects.toThrow("cut_off");
  expect([await posted(), await unposted()]).toEqual([{}, 100n]);
  await db.query(`alter table coin_meter drop constraint cut_off`);
  await postCoins({ now: NOW });
  expect([await posted(), await unposted()]).toEqual([{ "2026-03-31": 100 }, 0n]);
});

test("coins of 30 days, of a workspace and of a user's figures, include unposted ones", async () => {
  await spend(100, later(NOW, -5 * DAY_MIN), later(NOW, -5 * DAY_MIN));
  await spend(8, later(NOW, -31 * DAY_MIN), later(NOW, -31 * DAY_MIN));
  await postCoins({ now: NOW });
  await spend(20, NOW, NOW, false);
  const { tenantId } = tenant;
  expect(await readCoinsSpent({ tenantIds: [tenantId], now: NOW })).toEqual(new Map([[tenantId, 120]]));
  await refreshFigures({ now: NOW });
  expect(await db.query("select coins from tenant_figures where tenant_id = $1", [tenantId])).toEqual([
    { coins: 120n },
  ]);
});
