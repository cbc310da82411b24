import { beforeAll, beforeEach, expect, test } from "vitest";
import { checkPlaceTimes, prunePlaceTimes } from "~/compute/check-place-times.server";
import { readPlaceTimes } from "~/compute/inside/engines/read-place-times.server";
import { explainMovement } from "~/money/inside/billing/statement/explain-movement.server";
import { monthOf } from "~/money/inside/billing/statement/month";
import { checkLedger } from "~/money/check-ledger.server";
import { refundIncident } from "~/money/refund-incident.server";
import { db, transaction } from "~/platform/db.server";
import { takeTime } from "~/platform/time.server";
import type { FakeScheduler } from "../../../support/fake-scheduler";
import { after, enqueue } from "../../../compute/database/capacity/reserving";
import { aNode, aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { anEngine } from "./engine-world";

let tenant: TenantInWorld;
let scheduler: FakeScheduler;
let engineId: number;
let nodeId: number;

const DAY = 86_400;

beforeAll(async () => {
  await theCatalogue();
  ({ nodeId } = await aNode({ cluster: "ams2", now: after(0) }));
});
beforeEach(async () => {
  await db.query(`delete from place_time`);
  await db.query(`update engine_place set ended_at = $1 where state = 'ended'`, [after(-30 * DAY)]);
  ({ scheduler, engineId } = await anEngine());
  tenant = await aTenant();
  takeTime(after(DAY).getTime());
});

/** A task that ended at second 0 after it had been charged for so many seconds at 95 cents an hour, and its place. */
async function aPlace(charged: number, more: { end?: string | null } = {}): Promise<string> {
  const { end = "done" } = more;
  const { resv_guid: guid } = await enqueue(tenant, {}, { now: after(-2 * DAY) });
  const name = `mr-${guid}-1`;
  await db.query(
    `update task set state = 'killed', pph = 95, charged_seconds = $2, started_at = $3, charged_to = null, finished_at = $4
     where resv_guid = $1`,
    [guid, charged, after(-charged), after(0)],
  );
  await db.query(
    `insert into engine_place (name, resv_guid, attempt, engine_id, state, external_id, submitted_ts, wanted_at, placed_at, ended_at, "end")
     values ($1, $2, 1, $3, 'ended', '7', 1700000000, $4, $4, $5, $6)`,
    [name, guid, engineId, after(-charged), after(0), end],
  );
  await db.query(
    `insert into placement (resv_guid, node_id, gpus, state, desired_version, assigned_at, ended_at) values ($1, $2, '{0}', 'stopped', 1, $3, $3)`,
    [guid, nodeId, after(0)],
  );
  return name;
}

const check = (at = DAY) => checkPlaceTimes({ now: after(at) }, () => scheduler);
const has = (name: string, seconds: number, isOpen = false) => scheduler.times?.set(name, { seconds, isOpen });

async function timeOf(name: string) {
  const [row] = await db.query(
    `select charged_s as charged, elapsed_s as elapsed, verdict, refunded_units as refunded from place_time where name = $1`,
    [name],
  );
  return row;
}

async function refundsOf(name: string): Promise<bigint[]> {
  const rows = await db.query<{ units: bigint }>(
    `select -entry.units as units from ledger_transaction posted join ledger_entry entry on entry.transaction_id = posted.id
     join ledger_account account on account.id = entry.account_id and account.kind = 'refund'
     where posted.resv_guid = $1 order by posted.id`,
    [name.slice(3, 39)],
  );
  return rows.map(({ units }) => units);
}

const alarms = () =>
  db.query(`select to_address as to, subject, text from mail where cause like 'engine-over:' || $1::text || ':%'`, [
    engineId,
  ]);

test("what was charged within the engine's time is well, also by the tolerance of clocks", async () => {
  const exact = await aPlace(1000);
  const late = await aPlace(1000);
  has(exact, 1000);
  has(late, 940);
  await check();
  expect(await timeOf(exact)).toEqual({ charged: 1000, elapsed: 1000, verdict: "well", refunded: 0n });
  expect(await timeOf(late)).toMatchObject({ verdict: "well", refunded: 0n });
  expect(await alarms()).toEqual([]);
});

test("what was charged for longer is refunded to the second, once, with an alarm, an audit row and a notice", async () => {
  const operator = await aTenant({ role: "operator" });
  const first = await aPlace(1000);
  const second = await aPlace(500);
  has(first, 939);
  has(second, 100);
  await Promise.all([check(), check()]);
  await check(2 * DAY);
  expect(await timeOf(first)).toEqual({ charged: 1000, elapsed: 939, verdict: "over", refunded: 61n * 95n });
  expect(await refundsOf(first)).toEqual([61n * 95n]);
  expect(await refundsOf(second)).toEqual([400n * 95n]);
  expect(await alarms()).toEqual([
    { to: operator.email, subject: "fra1: a task was charged for longer than it ran", text: expect.any(String) },
  ]);
  const audit = await db.query<{ after: unknown }>(
    `select after from audit_row where action = 'engine.refund' order by at`,
  );
  expect(audit).toHaveLength(2);
  expect(audit.map(({ after }) => after)).toContainEqual({
    place: first,
    charged: 1000,
    elapsed: 939,
    refunded: "5795",
  });
  const notices = await db.query<{ text: string }>(
    `select human_readable_message as text from notification where tenant_id = $1 and cause = $2`,
    [tenant.tenantId, `engine-refund:${first}`],
  );
  expect(notices[0]?.text).toMatch(/was charged for 61 s longer than its cluster ran it/);
  expect((await checkLedger()).imbalanceUnits).toBe(0n);
  // Its statement does not compare it with the refund of an incident.
  const [posted] = await db.query<{ id: bigint }>(`select id from ledger_transaction where key = $1`, [
    `engine-refund:${first}`,
  ]);
  const line = {
    tenantId: tenant.tenantId,
    month: monthOf(after(DAY)),
    id: String(posted?.id),
    from: after(0),
    until: after(9 * DAY),
  };
  expect(await explainMovement(line)).toMatchObject({ kind: "refund", units: 5795n, incident: null });
  const { findings } = await readPlaceTimes(engineId, { now: after(2 * DAY) });
  const byCharged = findings.toSorted((one, other) => one.charged - other.charged);
  expect(byCharged).toMatchObject([
    { verdict: "over", charged: 500, elapsed: 100, refundedDollars: 0.1 },
    { verdict: "over", charged: 1000, elapsed: 939, refundedDollars: 0.01 },
  ]);
});

test("the sums of a month of a thousand places have room for their seconds", async () => {
  for (const seconds of [2_000_000_000, 2_000_000_000]) has(await aPlace(seconds), seconds);
  await check();
  expect(await readPlaceTimes(engineId, { now: after(DAY) })).toMatchObject({
    ...{ places: 2, charged: 4_000_000_000, elapsed: 4_000_000_000 },
  });
});

test("what was refunded already, as of a lost task, is not refunded twice; no refund exceeds the bill", async () => {
  const lost = await aPlace(2000);
  await transaction((tx) => refundIncident(tx, { resvGuid: lost.slice(3, 39), now: after(0) }));
  const short = await aPlace(2000);
  await transaction((tx) => refundIncident(tx, { resvGuid: short.slice(3, 39), now: after(0) }));
  has(lost, 1500);
  has(short, 500);
  await check();
  expect(await refundsOf(lost)).toEqual([900n * 95n]);
  expect(await timeOf(lost)).toMatchObject({ verdict: "over", refunded: 0n });
  expect(await refundsOf(short)).toEqual([900n * 95n, 600n * 95n]);
});

test("what the engine ran for much longer than was charged is a finding, and small differences are none", async () => {
  const idle = await aPlace(1000);
  const shortly = await aPlace(0);
  const little = await aPlace(10_000);
  has(idle, 1301);
  has(shortly, 300);
  has(little, 11_000);
  await check();
  expect(await timeOf(idle)).toMatchObject({ verdict: "idle", elapsed: 1301, refunded: 0n });
  expect(await timeOf(shortly)).toMatchObject({ verdict: "well" });
  expect(await timeOf(little)).toMatchObject({ verdict: "well" });
});

test("a place that accounting has running is listed until its site mends it, whose end is not compared", async () => {
  const name = await aPlace(5000);
  has(name, 90_000, true);
  await check();
  expect(await timeOf(name)).toMatchObject({ verdict: "runaway", elapsed: null });
  await check(20 * DAY);
  expect(await timeOf(name)).toMatchObject({ verdict: "runaway" });
  // As `sacctmgr show runaway` does: it ends when it began.
  has(name, 0);
  await check(21 * DAY);
  expect(await timeOf(name)).toMatchObject({ verdict: "mended", refunded: 0n });
});

test("what accounting does not know, or only after the engine had forgotten it, says nothing and is asked for again", async () => {
  const late = await aPlace(1000);
  const forgotten = await aPlace(1000, { end: null });
  const zero = await aPlace(1000);
  has(forgotten, 10);
  has(zero, 0);
  await check();
  for (const name of [late, forgotten, zero])
    expect(await timeOf(name)).toMatchObject({ verdict: "unknown", refunded: 0n });
  has(late, 1000);
  await check(2 * DAY);
  expect(await timeOf(late)).toMatchObject({ verdict: "well" });
  const before = scheduler.timesAsked;
  await check(8 * DAY);
  expect(scheduler.timesAsked).toBe(before);
});

test("an engine that does not answer, or keeps no accounting, fails alone and says so; the others are compared", async () => {
  const name = await aPlace(1000);
  has(name, 900);
  const { engineId: otherId, scheduler: other } = { engineId, scheduler };
  ({ scheduler, engineId } = await anEngine());
  const away = scheduler;
  const theirs = await aPlace(1000);
  away.away = true;
  const byId = (stored: { id: number }) => (stored.id === otherId ? other : away);
  await checkPlaceTimes({ now: after(DAY) }, byId);
  expect(await timeOf(name)).toMatchObject({ verdict: "over" });
  expect(await timeOf(theirs)).toBeUndefined();
  const why = async (id: number) =>
    (
      await db.query<{ why: string; at: Date }>(
        `select times_why as why, times_checked_at as at from engine where id = $1`,
        [id],
      )
    )[0];
  expect(await why(otherId)).toEqual({ why: "", at: after(DAY) });
  expect(await why(engineId)).toEqual({ why: "no answer", at: after(DAY) });
  Object.assign(away, { away: false, times: null });
  await checkPlaceTimes({ now: after(DAY + 1) }, byId);
  expect(await why(engineId)).toMatchObject({ why: "it keeps no accounting" });
  await checkPlaceTimes({ now: after(DAY + 2) }, (stored) => {
    if (stored.id === engineId) throw new Error("its token is missing");
    return other;
  });
  expect(await why(engineId)).toMatchObject({ why: "its token is missing" });
});

test("many places are asked for in parts, at most a thousand in a night, and comparisons are kept for 90 days", async () => {
  const names = [];
  for (let one = 0; one < 51; one += 1) names.push(await aPlace(10));
  for (const name of names) has(name, 10);
  await check();
  expect(scheduler.timesAsked).toBe(2);
  const kept = async () => (await db.query(`select from place_time where engine_id = $1`, [engineId])).length;
  expect(await kept()).toBe(51);
  await prunePlaceTimes({ now: after(90 * DAY) });
  expect(await kept()).toBe(51);
  await prunePlaceTimes({ now: after(91 * DAY + 1) });
  expect(await kept()).toBe(0);
  await check(91 * DAY + 2);
  expect(await kept()).toBe(0);
});
