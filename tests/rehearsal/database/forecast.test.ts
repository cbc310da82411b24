import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readQueueWaits } from "~/compute/inside/capacity/read-queue-wait.server";
import { readJobs } from "~/compute/list-jobs.server";
import { estimateOf } from "~/compute/queue-wait";
import { JUDGED_DAYS, judgeStartEstimates, readHitRate } from "~/compute/start-estimates.server";
import { sampleNodeService } from "~/fleet/sample-node-service.server";
import { db } from "~/platform/db.server";
import {
  claimForecast,
  endForecast,
  loseForecast,
  renewForecasts,
  returnForecasts,
} from "~/rehearsal/forecast-queue.server";
import { readForecast } from "~/rehearsal/inside/read-forecast.server";
import { M } from "~/rehearsal/messages";
import { ForecastJson } from "~/rehearsal/inside/forecast-json";
import { loader } from "~/rehearsal/screens/rehearsals/route";
import { get, type Visit } from "../../accounts/database/screens/visit";
import { call, read as readAnswer } from "../../contract/support/call";
import { aPerson, type Person } from "../../contract/support/people";
import { theStaff } from "../../platform/database/screens/staff";
import { aNode, aTenant, theCatalogue } from "../../support/world";
import { aForecast, aQueuedTask, aQuietPast, outcomeAt } from "./forecasts";
import { later, NOW } from "./rehearsals";

const HOUR_S = 3600;
const NOW_S = NOW.getTime() / 1000;
let tenantId = 0;

const claim = async (now = NOW) => await claimForecast({ holder: randomUUID(), now });
beforeAll(async () => {
  await theCatalogue();
  const { nodeId } = await aNode({ now: later(-60 * 86_400) });
  ({ tenantId } = await aTenant());
  await aQuietPast({ tenantId, nodeId, now: NOW });
  expect(await claim()).toBeNull();
  await sampleNodeService({ now: later(-60) });
});
beforeEach(async () => {
  await db.query(`delete from forecast`);
  await db.query(`delete from task where state = 'queued' or resv_guid in (select resv_guid from start_estimate)`);
});

const claimed = async (now = NOW) => (await claim(now)) ?? expect.fail("nothing was claimed");
const read = async (given: Partial<Parameters<typeof readForecast>[0]> = {}) =>
  await readForecast({ clusterName: null, gpuType: null, hours: 24, seesMoney: true, now: NOW, ...given });
const likely = async (resvGuid: string, now = NOW) =>
  (await readJobs({ resvGuids: [resvGuid], now }))[0]?.likely_start ?? null;

describe("The forecast of an hour", () => {
  it("is made by one worker, however many ask at once, and again in the next hour", async () => {
    const runs = (await Promise.all(Array.from({ length: 8 }, () => claim()))).flatMap((run) => run ?? []);
    expect(runs).toHaveLength(1);
    const [run = expect.fail("none runs")] = runs;
    await endForecast(run, await outcomeAt(NOW));
    expect(await claim(later(HOUR_S - 1))).toBeNull();
    expect(await claim(later(HOUR_S))).toMatchObject({ id: run.id + 1 });
  });

  it("is begun again once if its worker is silent or its thread ends, and not if it stops", async () => {
    const first = await claimed();
    expect(await renewForecasts([first], later(5))).toEqual([first.holder]);
    expect(await claim(later(14))).toBeNull();
    await returnForecasts([first]);
    const second = await claimed(later(15));
    await loseForecast(second, later(16));
    const third = await claimed(later(16));
    expect(await renewForecasts([second], later(17))).toEqual([]);
    await endForecast(second, await outcomeAt(NOW));
    expect((await read()).forecast).toBeNull();
    expect(await claim(later(30))).toBeNull();
    await endForecast(third, await outcomeAt(NOW));
    expect((await read()).forecast).not.toBeNull();
  });

  it("counts nodes that have begun to take tasks since the last sample", async () => {
    const freeNow = async () => {
      await db.query(`delete from forecast`);
      await claimed();
      const outcome = await outcomeAt(NOW);
      return "forecast" in outcome ? outcome.forecast.rows[0]?.free.high[0] : outcome.fault;
    };
    const before = await freeNow();
    const { nodeId } = await aNode({ now: NOW });
    expect(await freeNow()).toBe(Number(before) + 8);
    await db.query(`delete from node_service where node_id = $1`, [nodeId]);
    await db.query(`delete from node where id = $1`, [nodeId]);
  });

  it("takes the place of the one before; a fault leaves that one and says why", async () => {
    await aForecast(NOW);
    const next = await claimed(later(HOUR_S));
    await endForecast(next, { fault: M.forecastMemory({ mb: 1024 }) });
    expect(await read()).toMatchObject({ missing: M.forecastMemory({ mb: 1024 }), forecast: { made_ts: NOW_S } });
    await aForecast(later(2 * HOUR_S));
    expect(await read()).toMatchObject({ missing: null, forecast: { made_ts: NOW_S + 2 * HOUR_S } });
    expect(await db.query(`select from forecast`)).toHaveLength(1);
  });

  it("needs two weeks of tasks, and says so", async () => {
    const early = later(-2 * 7 * 86_400);
    expect(await claim(early)).toBeNull();
    expect(await read({ now: early })).toMatchObject({ missing: M.forecastPast, forecast: null });
    expect(await read()).toEqual({ missing: null, forecast: null });
  });

  it("is of the fleet first: its hours, and the revenue of all of them", async () => {
    await aForecast(NOW);
    const { forecast } = await read();
    expect(forecast).toMatchObject({
      ...{ weeks: 3, cluster_name: null, judged: 0, hit_share: null },
      rows: [
        { cluster_name: null, gpu_type: null },
        { cluster_name: "fra1", gpu_type: "a5000" },
      ],
    });
    const always = (value: number) => ({ low: value, middle: value, high: value });
    // A task comes every four hours for three, at $8 an hour.
    expect(forecast?.hours).toHaveLength(24);
    const [first, , , fourth] = forecast?.hours ?? [];
    expect(first).toEqual({ ts: NOW_S, waiting: always(0), free_gpus: always(0), cents: always(800) });
    expect(fourth).toMatchObject({ free_gpus: always(8), cents: always(0) });
    expect(forecast?.cents).toEqual(always(6 * 3 * 800));
  });

  it("is in JSON and on the page, by row and length; support sees no money", async () => {
    await aForecast(NOW);
    const [operator, support] = [await aPerson({ role: "operator" }), await aPerson({ role: "support" })];
    const json = async (person: Person, search = "") =>
      await readAnswer(await call(`/v1/forecast${search}`, { key: person.apiKey }));
    expect(JSON.stringify(await json(operator))).toMatch(/"cents":{"low":\d+/);
    const plain = await json(support, "?cluster_name=fra1&gpu_type=a5000&hours=168");
    expect(plain).toMatchObject({ cluster_name: "fra1", cents: null, rows: [{}, {}] });
    expect(plain["hours"]).toHaveLength(168);
    expect(JSON.stringify(plain)).not.toMatch(/"cents":{/);
    expect(await json(support, "?hours=25")).toMatchObject({ retcode: "ERROR" });
    const staff = await theStaff();
    const page = async (visit: Visit, search: string) =>
      (await loader(get(visit, `/dashboard/rehearsal${search}`))).forecast?.forecast ?? expect.fail("no forecast");
    expect(await page(staff.support, "?row=fra1/a5000&hours=168")).toEqual(ForecastJson.parse(plain));
    expect((await page(staff.operator, "?row=none/none&hours=x")).cents).not.toBeNull();
  });
});

describe("The estimate of a queued task", () => {
  it("has a range from the forecast, for its customer and in JSON, until the task leaves the queue", async () => {
    const [task, poor] = [
      await aQueuedTask({ tenantId, now: NOW }),
      await aQueuedTask({ tenantId, now: NOW, reason: "waiting_for_funds" }),
    ];
    expect(await likely(task)).toBeNull();
    await aForecast(NOW);
    const range = await likely(task);
    expect(range).toEqual({ from_ts: NOW_S, until_ts: NOW_S + 300 });
    expect(await likely(poor)).toBeNull();
    const wait = (await readQueueWaits({ tenantId, now: NOW }))[task] ?? expect.fail("it does not wait");
    expect(estimateOf(wait, "waiting_for_gpus")).toEqual({ kind: "range", fromTs: NOW_S, untilTs: NOW_S + 300 });
    expect(await likely(task, later(301))).toBeNull();
    await db.query(`update task set state = 'placing', placed_at = $2 where resv_guid = $1`, [task, NOW]);
    expect(await likely(task)).toBeNull();
  });

  it("is a time before which it is unlikely to start if too few plays start it in the seven days, and is not judged", async () => {
    const task = await aQueuedTask({ tenantId, now: NOW });
    await db.query(`update task set gpus_min = 16, gpus_max = 16, network = 'infiniband' where resv_guid = $1`, [task]);
    await aForecast(NOW);
    expect(await likely(task)).toEqual({ from_ts: NOW_S + 7 * 86_400, until_ts: null });
    const wait = (await readQueueWaits({ tenantId, now: NOW }))[task] ?? expect.fail("it does not wait");
    expect(estimateOf(wait, "waiting_for_nodes")).toEqual({ kind: "late", fromTs: NOW_S + 7 * 86_400 });
    // Then smaller tasks of it would start: that range is its first with an end.
    await db.query(`update task set gpus_min = 8, gpus_max = 8, network = 'ethernet' where resv_guid = $1`, [task]);
    await aForecast(later(HOUR_S));
    await aForecast(later(2 * HOUR_S));
    await db.query(`update task set state = 'running', placed_at = $2 where resv_guid = $1`, [
      ...[task, later(HOUR_S + 60)],
    ]);
    await judgeStartEstimates({ now: later(2 * HOUR_S) });
    expect(await readHitRate()).toEqual({ judged: 1, share: 1 });
    const withdrawn = await aQueuedTask({ tenantId, now: NOW });
    await db.query(`update task set gpus_min = 16, gpus_max = 16, network = 'infiniband' where resv_guid = $1`, [
      withdrawn,
    ]);
    await aForecast(later(3 * HOUR_S));
    await db.query(`update task set state = 'running', placed_at = $2 where resv_guid = $1`, [
      ...[withdrawn, later(4 * HOUR_S)],
    ]);
    await judgeStartEstimates({ now: later(4 * HOUR_S) });
    expect(await readHitRate()).toEqual({ judged: 1, share: 1 });
    expect(await db.query(`select from start_estimate where judged_at is null`)).toEqual([]);
  });

  it("is the newest one, while the first one is judged", async () => {
    const task = await aQueuedTask({ tenantId, now: NOW });
    await aForecast(NOW);
    await aForecast(later(HOUR_S));
    expect(await likely(task)).toMatchObject({ from_ts: NOW_S + HOUR_S });
    await judgeStartEstimates({ now: later(HOUR_S) });
    expect(await readHitRate()).toEqual({ judged: 1, share: 0 });
    expect(await likely(task)).toMatchObject({ from_ts: NOW_S + HOUR_S });
  });

  it("is right if its task starts within it, wrong at another time, and not counted if the task is withdrawn", async () => {
    const tasks: string[] = [];
    for (let made = 0; made < 5; made += 1) tasks.push(await aQueuedTask({ tenantId, now: NOW }));
    await aForecast(NOW);
    await db.query(`update start_estimate set from_at = $1, until_at = $2`, [later(60), later(600)]);
    const starts = async (place: number, second: number, state = "running") =>
      await db.query(`update task set state = $2, placed_at = $3, finished_at = $4 where resv_guid = $1`, [
        ...[tasks[place], state, state === "killed" ? null : later(second), state === "killed" ? NOW : null],
      ]);
    await starts(0, 60);
    await starts(1, 600);
    await starts(2, 59);
    await starts(3, 0, "killed");
    await judgeStartEstimates({ now: later(600) });
    expect(await readHitRate()).toEqual({ judged: 3, share: 2 / 3 });
    await judgeStartEstimates({ now: later(601) });
    expect(await readHitRate()).toEqual({ judged: 4, share: 0.5 });
    // What happens later changes nothing.
    await starts(4, 700);
    await judgeStartEstimates({ now: later(700) });
    expect(await readHitRate()).toEqual({ judged: 4, share: 0.5 });
  });

  it("is widened by what nine of ten of the last 20 and more would have needed, up to four times", async () => {
    const rangeAfter = async (hour: number, times: number) => {
      await db.query(`delete from start_estimate`);
      for (let made = 0; made < 20; made += 1) await aQueuedTask({ tenantId, now: NOW });
      await aForecast(later((hour - 4) * HOUR_S));
      await db.query(
        `update start_estimate set from_at = made_at + interval '1 minute', until_at = made_at + interval '2 minutes'`,
      );
      await db.query(
        `update task t set state = 'finished', placed_at = e.made_at + $1 * interval '2 minutes', finished_at = e.made_at + interval '4 hours'
         from start_estimate e where e.resv_guid = t.resv_guid`,
        [times],
      );
      const task = await aQueuedTask({ tenantId, now: NOW });
      await aForecast(later(hour * HOUR_S));
      const { from_ts, until_ts } = (await likely(task, later(hour * HOUR_S))) ?? expect.fail("no estimate");
      await db.query(`delete from task where resv_guid in (select resv_guid from start_estimate)`);
      return [from_ts, until_ts].map((ts) => (ts ?? Number.NaN) - NOW_S - hour * HOUR_S);
    };
    expect(await rangeAfter(4, 1)).toEqual([0, 300]);
    expect(await rangeAfter(9, 3)).toEqual([0, 900]);
    expect(await rangeAfter(14, 100)).toEqual([0, 1200]);
  });

  it("counts for 30 days", async () => {
    await aQueuedTask({ tenantId, now: NOW });
    await aForecast(NOW);
    await judgeStartEstimates({ now: later(HOUR_S) });
    await judgeStartEstimates({ now: later(HOUR_S + JUDGED_DAYS * 86_400) });
    expect(await readHitRate()).toEqual({ judged: 1, share: 0 });
    await judgeStartEstimates({ now: later(HOUR_S + JUDGED_DAYS * 86_400 + 1) });
    expect(await readHitRate()).toEqual({ judged: 0, share: null });
  });
});
