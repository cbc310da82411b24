// `npm run bench rehearsal`: rehearsals as the worker runs them, of the month that `waiting` replays too and of copies of
// it on a large fleet: their time, the memory of the process, and what they cost the scheduler's tick. Needs the file of
// that month next to the project.
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { scheduleAll } from "~/compute/schedule.server";
import { db } from "~/platform/db.server";
import { type RehearsalInput, VariantInput } from "~/rehearsal/rehearsal-input";
import type { StoredResult } from "~/rehearsal/stored-result";
import { REHEARSALS, Runner } from "../../worker/rehearsals/runner";
import { fillRow } from "./placement-world";
import { figure, heading, quantile, timeOf } from "./report";
import { readTrace, type TraceTask, WINDOW_S } from "./waiting/trace";

const SIZES = [
  { name: "month", tasks: 38_489, nodes: 70, goalS: 20 },
  { name: "large", tasks: 1_000_000, nodes: 1_000, goalS: 600 },
];
/** Number of nodes on which one copy of the month runs. */
const NODES_PER_COPY = 70;
/** The queue of the tick that runs next to it: tasks that no node can hold. */
const QUEUED = 900;
const TICK_EVERY_MS = 100;
const TICKS_ALONE = 300;

/** Each size: the baseline and one variant with two more nodes. */
export async function benchRehearsal(): Promise<void> {
  const trace = readTrace();
  if (!trace) return console.log("Rehearsal: the month to replay is not beside the project; nothing to do.");
  await fillRow({ nodes: 1, tasks: QUEUED, gpus: [16] });
  const alone: number[] = [];
  for (let tick = 0; tick < TICKS_ALONE; tick += 1) await tickInto(alone);
  for (const { name, tasks, nodes, goalS } of SIZES) {
    heading(`Rehearsal, ${name}: ${tasks.toLocaleString("en-US")} tasks on ${nodes} nodes`);
    const { clusterName, gpuType } = await fillRow({ nodes, tasks: 0, gpus: [] });
    const csv = gzipSync(csvOf(trace, tasks, nodes));
    Bun.gc(true);
    Bun.shrink();
    const before = { userS: process.cpuUsage().user / 1e6, rssMb: process.memoryUsage.rss() / 2 ** 20 };
    const { result, rssMb, ticks, wallS } = await run(clusterName, gpuType, csv);
    const userS = process.cpuUsage().user / 1e6 - before.userS;
    // Of a few ticks the p99 would be the slowest.
    while (ticks.length < TICKS_ALONE) ticks.push(...(await run(clusterName, gpuType, csv)).ticks);
    const [baseline, ...variants] = result.variants;
    const runs = 1 + variants.length;
    const tell = (what: string, ...rest: [string, string?]) => figure(`${name}: ${what}`, ...rest);
    tell("seconds for each variant", (wallS / runs).toFixed(1), `at most ${goalS}`);
    tell("the same, of processor time, ticks too", (userS / runs).toFixed(1));
    tell("largest memory, less that before it, MB", (rssMb - before.rssMb).toFixed(0), "at most 1024");
    const [p99, p99Alone] = [quantile(ticks, 0.99), quantile(alone, 0.99)];
    tell("p99 of a tick next to it, of that alone", (p99 / p99Alone).toFixed(2), "at most 1.5");
    tell("the same, ms", `${p99.toFixed(0)} / ${p99Alone.toFixed(0)}`);
    tell("mean wait of the baseline, minutes", ((baseline?.all.meanS ?? NaN) / 60).toFixed(1));
    tell("GPUs in use, %", ((baseline?.utilisation ?? NaN) * 100).toFixed(1));
  }
}

/** Copies of the trace next to each other, each begun at another time of the month, and then after each other. */
function csvOf(trace: readonly TraceTask[], count: number, nodeCount: number): string {
  const sideBySide = Math.max(1, Math.round(nodeCount / NODES_PER_COPY));
  const lines = ["submit_s,run_s,gpus,tenant"];
  for (let index = 0; index < count; index += 1) {
    const copy = Math.floor(index / trace.length);
    const one = trace[index % trace.length];
    if (!one) throw new Error("the trace is empty");
    const shiftS = Math.floor(((copy % sideBySide) * WINDOW_S) / sideBySide);
    const submitS = Math.floor(copy / sideBySide) * WINDOW_S + ((one.submitS + shiftS) % WINDOW_S);
    lines.push(`${submitS},${one.runS},${one.gpus},t${one.tenant + copy * 100}`);
  }
  return lines.join("\n");
}

async function run(clusterName: string, gpuType: string, csv: Buffer) {
  const row = { cluster_name: clusterName, gpu_type: gpuType };
  const input = {
    source: { kind: "file", name: "months.csv", ...row },
    variants: [VariantInput.parse({ name: "Two more", nodes: [{ kind: "add", ...row, count: 2, gpus: 8 }] })],
    seed: 1,
  } satisfies RehearsalInput;
  const [made] = await db.query<{ id: number }>(
    `insert into rehearsal (name, made_at, input, file) values ('bench', now(), $1, $2) returning id`,
    [JSON.stringify(input), csv],
  );
  const runner = new Runner(REHEARSALS);
  const ticks: number[] = [];
  const startedMs = performance.now();
  let rssMb = 0;
  for (let lookMs = 0; ;) {
    await tickInto(ticks);
    rssMb = Math.max(rssMb, process.memoryUsage.rss() / 2 ** 20);
    if (performance.now() < lookMs) continue;
    lookMs = performance.now() + 1_000;
    await runner.turn(new Date());
    const [{ state, result } = { state: "lost", result: null }] = await db.query<{
      state: string;
      result: StoredResult | null;
    }>(`select state, result from rehearsal where id = $1`, [made?.id]);
    if (state === "waiting" || state === "running") continue;
    if (!result) throw new Error(`the rehearsal is ${state}`);
    return { result, rssMb, ticks, wallS: (performance.now() - startedMs) / 1000 };
  }
}

/** One tick of the scheduler and its time in ms, at the pace of a busy worker. */
async function tickInto(ticks: number[]): Promise<void> {
  const ms = await timeOf(() => scheduleAll({ now: new Date() }));
  ticks.push(ms);
  await wait(Math.max(0, TICK_EVERY_MS - ms));
}
