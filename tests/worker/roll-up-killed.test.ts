import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { checkUsage } from "~/usage/check-usage.server";
import { rollUp } from "~/usage/roll-up.server";
import { startBun } from "../support/bun-program";
import { until } from "../support/until";
import { storeEvents } from "../support/usage-events";
import { aTenant } from "../support/world";

const now = new Date("2026-03-31T12:00:30Z");

test("a worker that is killed in the middle of a roll-up leaves no sums, and the next one adds each event once", async () => {
  const { userId, tenantId } = await aTenant();
  await storeEvents(
    Array.from({ length: 40 }, (_, minute) => ({
      ts: new Date(now.getTime() - minute * 60_000),
      userId,
      tenantId,
      coins: 7,
    })),
    { now, summed: false },
  );
  const worker = startBun("tests/support/programs/roll-up.ts", { args: [now.toISOString()] });
  await worker.line(/^written/);
  await worker.end("SIGKILL");
  await until("the database has noticed", async () => {
    const [row] = await db.query<{ free: boolean }>(
      `select count(*) = 1 as free from (select from usage_cursor for update skip locked) cursor`,
    );
    return row?.free ?? false;
  });
  expect(await db.query(`select from usage_by_user`)).toHaveLength(0);
  expect(await db.query(`select from usage_user_window`)).toHaveLength(0);
  expect(await rollUp({ now })).toBe(40);
  expect(await rollUp({ now })).toBe(0);
  expect(await checkUsage({ now })).toMatchObject({ wrong: [], rebuilt: [] });
  expect(await db.query(`select events_100m::int as events, coins_12mo::int as coins from usage_user_window`)).toEqual([
    { events: 40, coins: 280 },
  ]);
});
