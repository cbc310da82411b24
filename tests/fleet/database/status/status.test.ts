import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { pruneServiceDays } from "~/fleet/prune-service-days.server";
import { readStatus } from "~/fleet/inside/status/read-status.server";
import { recordState } from "~/compute/engine-follower.server";
import { sampleService } from "~/fleet/sample-service.server";
import { TICK_NAMES } from "~/platform/ticks";
import { aNode, theCatalogue } from "../../../support/world";
import { anEngine } from "../pilots/engine-world";

const NOON = new Date("2026-03-10T12:00:00Z");
const at = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);
const TS = NOON.getTime() / 1000;

beforeAll(theCatalogue);
beforeEach(async () => {
  for (const table of ["service_part", "service_day", "service_outage", "node", "job_tick"])
    await db.query(`delete from ${table}`);
});

/** A sample in a minute in which every tick ran. */
async function sample(now: Date): Promise<void> {
  await db.query(
    `insert into job_tick (job, at, since) select job, $2, $2 from unnest($1::text[]) as job
     on conflict (job) do update set at = excluded.at`,
    [TICK_NAMES, now],
  );
  await sampleService({ now });
}

test("while nodes report, everything works, minute by minute", async () => {
  await aNode();
  await sample(NOON);
  await sample(at(1));
  const { parts, outages } = await readStatus({ now: at(1) });
  const days = [{ day: "2026-03-10", well: 2, degraded: 0, down: 0 }];
  expect(parts).toEqual([
    { name: "Starting, running and charging tasks", state: "well", days },
    { name: "GPUs in fra1", state: "well", days },
    { name: "Card payments", state: "well", days },
  ]);
  expect(outages).toEqual([]);
});

test("a cluster is degraded while some nodes are away and down while all are; drained nodes do not count", async () => {
  const { nodeId } = await aNode();
  const { nodeId: other } = await aNode();
  await aNode({ drain: 2, health: "dead" });
  await sample(NOON);
  await db.query(`update node set health = 'dead' where id = $1`, [nodeId]);
  await sample(at(1));
  await db.query(`update node set health = 'dead' where id = $1`, [other]);
  await sample(at(2));
  await sample(at(3));
  await db.query(`update node set health = 'healthy'`);
  await sample(at(4));
  const { parts, outages } = await readStatus({ now: at(4) });
  expect(parts[1]).toMatchObject({ state: "well", days: [{ well: 2, degraded: 1, down: 2 }] });
  const name = "GPUs in fra1";
  expect(outages.map(({ id: _, ...outage }) => outage)).toEqual([
    { name, state: "down", text: "2 of 2 nodes did not report.", beganTs: TS + 120, endedTs: TS + 240 },
    { name, state: "degraded", text: "1 of 2 nodes did not report.", beganTs: TS + 60, endedTs: TS + 120 },
  ]);
});

test("a control plane that was down is shown by the first sample after it, on each of its days", async () => {
  await sample(NOON);
  const back = new Date("2026-03-11T00:30:00Z");
  expect((await readStatus({ now: back })).parts[0]?.state).toBe("down");
  await sampleService({ now: back });
  const { parts, outages } = await readStatus({ now: back });
  expect(parts[0]).toMatchObject({
    state: "well",
    days: [
      { day: "2026-03-10", well: 1, down: 720 },
      { day: "2026-03-11", well: 1, down: 30 },
    ],
  });
  expect(outages).toMatchObject([{ state: "down", beganTs: TS, endedTs: back.getTime() / 1000 }]);
});

test("the first sample ever, after an update, finds ticks of before the update, and no trouble in that", async () => {
  await db.query(`insert into job_tick (job, at, since) select job, $2, $2 from unnest($1::text[]) as job`, [
    TICK_NAMES,
    at(-600),
  ]);
  await sampleService({ now: NOON });
  const { parts, outages } = await readStatus({ now: NOON });
  expect([parts[0]?.state, outages]).toEqual(["well", []]);
});

test("a stopped tick and a silent provider degrade their parts", async () => {
  await sample(NOON);
  await db.query(`update job_tick set at = $1 where job = 'billing'`, [at(-10)]);
  await db.query(
    `insert into reconcile_check (name, state, checked_at) values ('topups', 'silent', $1)
     on conflict (name) do update set state = 'silent'`,
    [NOON],
  );
  await sampleService({ now: at(1) });
  const { parts } = await readStatus({ now: at(1) });
  expect(parts.map(({ state }) => state)).toEqual(["degraded", "degraded"]);
  await db.query(`delete from reconcile_check`);
});

test("a cluster without nodes is no longer a part, and its outage is over", async () => {
  await aNode({ health: "dead" });
  await sample(NOON);
  await db.query(`update node set retired_at = $1`, [NOON]);
  await sample(at(1));
  const { parts, outages } = await readStatus({ now: at(1) });
  expect(parts).toHaveLength(2);
  expect(outages).toMatchObject([{ name: "GPUs in fra1", endedTs: TS + 60 }]);
});

test("days and outages are kept for 400 days", async () => {
  await sample(NOON);
  await db.query(`insert into service_outage (part, state, began_at, ended_at) values ('control', 'down', $1, $1)`, [
    NOON,
  ]);
  const later = new Date(NOON.getTime() + 401 * 86_400_000);
  await pruneServiceDays({ now: later });
  expect(await db.query(`select from service_day`)).toEqual([]);
  expect(await db.query(`select from service_outage`)).toEqual([]);
});

test("a cluster with an engine is degraded while that does not answer", async () => {
  const { engineId } = await anEngine();
  await sample(NOON);
  await recordState(engineId, { state: "unreachable", why: "secret host", now: at(1) });
  await sample(at(1));
  const { parts, outages } = await readStatus({ now: at(1) });
  expect(parts[1]).toMatchObject({ name: "GPUs in fra1", state: "degraded", days: [{ well: 1, degraded: 1 }] });
  expect(outages).toMatchObject([{ text: "Its scheduler did not answer. Running tasks continued; new ones waited." }]);
  await db.query(`update cluster set engine_id = null`);
});
