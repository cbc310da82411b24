import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { startBun } from "../../support/bun-program";
import { storeEvents } from "../../support/usage-events";
import { aTenant, type TenantInWorld, theCatalogue } from "../../support/world";
import { postCoins } from "~/usage/post-coins.server";
import { aFolder, anotherDatabase, dropOthers, type OtherDatabase, run } from "./databases";

const DATABASE_URL = process.env["DATABASE_URL"] ?? "";
const DAY_MS = 86_400_000;
const NOW = new Date();
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
let user: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  user = await aTenant({ dollars: 0 });
});
afterAll(dropOthers);

const event = (daysAgo: number, coins: number) => ({
  ts: ago(daysAgo),
  userId: user.userId,
  tenantId: user.tenantId,
  coins,
});

/** Adds one more event to that database, as web and worker would; returns the result of the check of the sums. */
async function useThere(copy: OtherDatabase, coins: number): Promise<string> {
  const program = startBun("tests/support/programs/use-models.ts", {
    args: [user.userId, user.tenantId, coins].map(String),
    env: { DATABASE_URL: copy.url },
  });
  await program.gone;
  return program.lines.join("\n");
}

test("events, some of them in the sums, are restored with the sums: nothing is lost, and nothing counts twice", async () => {
  // Events of different times, summed and posted; one that is summed and not posted; one that is neither.
  await storeEvents([event(70, 1), event(3, 20), event(0, 300)], { now: NOW });
  await postCoins({ now: NOW });
  await storeEvents([event(1, 4_000)], { now: NOW });
  await storeEvents([event(0, 50_000)], { now: NOW, summed: false });
  // Interrupted during its removal: it is not part of the backup.
  await db.query("select ensure_usage_day('2020-01-01')");
  await db.query("alter table usage_event detach partition usage_event_20200101 concurrently");

  const folder = join(aFolder(), "usage");
  expect(await run("backup", [folder], { DATABASE_URL })).toMatchObject({ code: 0 });
  const copy = await anotherDatabase("empty");
  expect(await run("restore", [folder], { DATABASE_URL: copy.url })).toMatchObject({ code: 0 });
  const totals = async () =>
    (
      await copy.query<Record<string, string>>(
        `select (select sum(coins)::text from usage_event) as events,
             (select sum(coins)::text from usage_by_user where grain = 'day') as sums,
             (select to_regclass('usage_event_20200101')::text) as left,
             (select (balance - unposted)::text from ledger_account join coin_meter using (tenant_id) where kind = 'coins') as coins`,
      )
    )[0];
  expect(await totals()).toEqual({ events: "54321", sums: "4321", left: null, coins: "-54321" });
  expect(await useThere(copy, 600_000)).toBe(JSON.stringify({ wrong: [], rebuilt: [] }));
  expect(await totals()).toEqual({ events: "654321", sums: "654321", left: null, coins: "-654321" });
  const [ids] = await copy.query<{ distinct: boolean }>(
    "select count(distinct id) = count(*) as distinct from usage_event",
  );
  expect(ids).toEqual({ distinct: true });
});
