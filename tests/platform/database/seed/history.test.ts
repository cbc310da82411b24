import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { checkLedger } from "~/money/check-ledger.server";
import { sumPromos } from "~/payments/inside/marketing/sum-promos.server";
import { listUnequalKeys } from "~/staff/inside/reconcile/compare-keys.server";
import { readPast } from "~/rehearsal/read-past.server";
import { replayRow } from "~/rehearsal/replay";
import { seedCatalogue } from "../../../../prisma/seed-catalogue";
import { seedHistory } from "../../../../prisma/seed-history/seed-history";
import { seedNodes } from "../../../../prisma/seed-nodes";
import { seedPeople } from "../../../../prisma/seed-people";
import { seedPromos } from "../../../../prisma/seed-promos";
import { IN_BALANCE } from "../../../support/in-balance";
import { aTenant } from "../../../support/world";

const NOW = new Date("2026-03-10T14:37:00Z");

beforeAll(async () => {
  await seedCatalogue();
  await seedPeople(NOW);
  await seedPromos(NOW);
  await seedNodes({ file: join(mkdtempSync(join(tmpdir(), "nodes-")), "nodes.json"), now: NOW });
});

const counts = async () => {
  const [row] = await db.query<Record<string, number>>(
    `select (select count(*) from user_account)::int as users, (select count(*) from task)::int as tasks,
       (select count(*) from top_up)::int as "topUps", (select count(*) from promo_redemption)::int as redemptions,
       (select count(*) from trial where ended_at is null)::int as trials,
       (select count(*) from user_comment)::int as comments, (select count(*) from active_day)::int as "activeDays",
       (select count(*) from user_account where created_at > $1::timestamptz - interval '7 days')::int as "newUsers"`,
    [NOW],
  );
  return row ?? {};
};

test("a demo has a past whose books agree with each other and with the provider, created once", async () => {
  await seedHistory(NOW);
  const made = await counts();
  expect(made["users"]).toBe(6 + 96);
  for (const kind of ["tasks", "topUps", "redemptions", "trials", "comments", "newUsers", "activeDays"]) {
    expect([kind, (made[kind] ?? 0) > 3]).toEqual([kind, true]);
  }
  expect(await checkLedger()).toEqual(IN_BALANCE);
  expect(await listUnequalKeys()).toEqual([]);
  const [given] = await sumPromos({ days: { start: "2025-01-01", end: "2026-03-10" } });
  const [posted] = await db.query(
    `select sum(units)::bigint as "givenUnits" from ledger_entry join ledger_transaction t on t.id = transaction_id
     where t.key like 'code:WELCOME10:%' and units > 0`,
  );
  expect(given).toMatchObject({ code: "WELCOME10", redeemed: made["redemptions"], ...posted });
  expect(
    await db.query(`select from ledger_account where tenant_id is not null and kind = 'customer' and balance < 0`),
  ).toEqual([]);
  expect(await db.query(`select from task where resv_guid not in (select resv_guid from placement)`)).toEqual([]);
  expect(await db.query(`select from task where finished_at > $1`, [NOW])).toEqual([]);
  await seedHistory(NOW);
  expect(await counts()).toEqual(made);
});

test("its tasks start when the scheduler would have started them, large ones after a wait, and share no GPU", async () => {
  const untilS = NOW.getTime() / 1000;
  const past = await readPast({ fromS: untilS - 28 * 86_400, untilS });
  const starts = new Map<string, number>();
  for (const gpuType of ["a5000", "a100"]) {
    const its = (one: { gpuType: string }) => one.gpuType === gpuType;
    const turns = replayRow(
      { ...past, tasks: past.tasks.filter(its), nodes: past.nodes.filter(its), sampleEveryS: 86_400 },
      ({ task, atS }) => starts.set(task.id, atS),
    );
    while (!turns.next().done);
  }
  expect([...starts.entries()].sort()).toEqual(past.tasks.map(({ id, real }) => [id, real?.startS]).sort());
  const waited = past.tasks.filter(({ submitS, real }) => (real?.startS ?? 0) > submitS + 3600);
  expect(new Set(waited.map(({ gpusMin }) => gpusMin))).toEqual(new Set([4, 8, 16]));
  const shared = await db.query(
    `select one.resv_guid from placement one join placement other on other.node_id = one.node_id
       and other.placement_id > one.placement_id and other.gpus && one.gpus
       and other.assigned_at < one.ended_at and one.assigned_at < other.ended_at`,
  );
  expect(shared).toEqual([]);
});

test("after a registration no past is made up", async () => {
  await db.query(`delete from comment_vote`);
  await aTenant();
  const before = await counts();
  await seedHistory(NOW);
  expect(await counts()).toEqual(before);
});
