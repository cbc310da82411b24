import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { minuteOf, type Minute } from "~/fleet/gather-telemetry";
import { telemetrySchema } from "~/fleet/agent-telemetry";
import { GPU_NAMES, mergedRows, NODE_NAMES, type Stored } from "~/fleet/inside/telemetry/figures";
import { pruneTelemetry, rollUpTelemetry } from "~/fleet/roll-up-telemetry.server";
import { writeTelemetry } from "~/fleet/write-telemetry.server";
import { db } from "~/platform/db.server";
import { aNode, theCatalogue } from "../../../support/world";

beforeEach(theCatalogue);

const START = Date.UTC(2026, 10, 20, 22);
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

interface Row extends Stored {
  at: Date;
}

const read = (table: "minute" | "hour" | "day", nodeId: number) =>
  db.query<Row>(
    table === "minute"
      ? `select at, samples, node, gpus, errors from telemetry_minute where node_id = $1 order by at`
      : table === "hour"
        ? `select at, samples, node, gpus, errors from telemetry_hour where node_id = $1 order by at`
        : `select at, samples, node, gpus, errors from telemetry_day where node_id = $1 order by at`,
    [nodeId],
  );

const figures = (count: number) =>
  fc.array(fc.option(fc.integer({ min: 0, max: 1000 }), { nil: null }), { minLength: count, maxLength: count });

test("an hour is what its minutes are together, and a day what its hours are, however often they are made", async () => {
  const aMinute = fc.record({
    minute: fc.integer({ min: 0, max: 4 * 60 - 1 }),
    samples: fc.integer({ min: 1, max: 12 }),
    node: figures(NODE_NAMES.length),
    gpus: figures(2 * GPU_NAMES.length),
  });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(aMinute, { selector: (one) => one.minute, maxLength: 20 }), async (given) => {
      await db.query(`delete from telemetry_minute`);
      await db.query(`delete from telemetry_hour`);
      await db.query(`delete from telemetry_day`);
      const { nodeId } = await aNode();
      await writeTelemetry(
        given.map(({ minute, ...rest }) => ({ nodeId, at: new Date(START + minute * MINUTE_MS), ...rest, counts: [] })),
      );
      const now = new Date(START + 30 * HOUR_MS);
      await rollUpTelemetry({ now });
      const once = [await read("hour", nodeId), await read("day", nodeId)];
      await rollUpTelemetry({ now });
      expect([await read("hour", nodeId), await read("day", nodeId)]).toEqual(once);
      const minutes = await read("minute", nodeId);
      const [hours, days] = once as [Row[], Row[]];
      for (const hour of hours) {
        const own = minutes.filter(({ at }) => Math.floor(at.getTime() / HOUR_MS) * HOUR_MS === hour.at.getTime());
        expect(hour).toEqual({ at: hour.at, ...mergedRows(own) });
      }
      for (const day of days) {
        const own = hours.filter(({ at }) => Math.floor(at.getTime() / DAY_MS) * DAY_MS === day.at.getTime());
        expect(day).toEqual({ at: day.at, ...mergedRows(own) });
      }
      const sum = (rows: Row[]) => rows.reduce((total, { samples }) => total + samples, 0);
      expect([sum(hours), sum(days)]).toEqual([sum(minutes), sum(minutes)]);
    }),
    { numRuns: 25 },
  );
});

const SYSINFO = { mem_mb: 1000, mem_free: 250, disk_free: 90 };
const report = (nodeId: number, at: number, given: object) =>
  minuteOf({ nodeId, telemetry: telemetrySchema.parse(given), sysinfo: SYSINFO, at: new Date(START + at) });

test("what another process has written of a minute is added to", async () => {
  const { nodeId } = await aNode();
  await writeTelemetry([report(nodeId, 1_000, { cpu_pct: 10, gpu_busy_pct: [20] })]);
  await writeTelemetry([report(nodeId, 11_000, { cpu_pct: 30, gpu_busy_pct: [null, 7] })]);
  const [minute, ...others] = await read("minute", nodeId);
  expect(others).toEqual([]);
  expect(minute).toMatchObject({ samples: 2, errors: null });
  expect(minute?.node.slice(0, 4)).toEqual([200, 300, 750, 750]);
  expect([minute?.gpus[0], minute?.gpus[GPU_NAMES.length]]).toEqual([200, 70]);
});

test("errors are what the counters grow by, and a counter that fell began again", async () => {
  const { nodeId } = await aNode();
  const counts: [corrected: number | null, link: number | null][] = [
    [1000, 5],
    [1002, 5],
    [null, null],
    [1003, 6],
    [4, 0],
    [4, 0],
  ];
  for (const [place, [corrected, link]] of counts.entries())
    await writeTelemetry([
      report(nodeId, place * MINUTE_MS, { gpu_ecc_corrected: [0, corrected], gpu_link_errors: [0, link] }),
    ]);
  const minutes = await read("minute", nodeId);
  expect(minutes.map(({ errors }) => errors && [errors[3], errors[5]])).toEqual([
    null,
    [2, 0],
    null,
    [1, 1],
    [4, 0],
    null,
  ]);
});

test("the same minute twice adds no errors; pilots, retired and unknown nodes are left out", async () => {
  const { nodeId } = await aNode();
  const { nodeId: retired } = await aNode();
  await db.query(`update node set retired_at = now() where id = $1`, [retired]);
  const minutes = (corrected: number): Minute[] =>
    [nodeId, retired, 2_000_000_000].map((id) => report(id, 0, { gpu_ecc_corrected: [corrected] }));
  await writeTelemetry(minutes(1));
  await writeTelemetry(minutes(3));
  await writeTelemetry(minutes(3));
  expect(await read("minute", nodeId)).toMatchObject([{ samples: 3, errors: [2, 0, 0] }]);
  expect(await read("minute", retired)).toEqual([]);
});

test("minutes go after 24 hours, hours after 30 days and days after 13 months", async () => {
  const { nodeId } = await aNode();
  for (const table of ["minute", "hour", "day"] as const)
    for (const days of [0, 2, 31, 400])
      await db.query(
        table === "minute"
          ? `insert into telemetry_minute values ($1, $2::timestamptz - $3 * interval '24 hours', 1, '{}', '{}')`
          : table === "hour"
            ? `insert into telemetry_hour values ($1, $2::timestamptz - $3 * interval '24 hours', 1, '{}', '{}')`
            : `insert into telemetry_day values ($1, $2::timestamptz - $3 * interval '24 hours', 1, '{}', '{}')`,
        [nodeId, new Date(START), days],
      );
  await pruneTelemetry({ now: new Date(START) });
  expect((await read("minute", nodeId)).length).toBe(1);
  expect((await read("hour", nodeId)).length).toBe(2);
  expect((await read("day", nodeId)).length).toBe(3);
});
