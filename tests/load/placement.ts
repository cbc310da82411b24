import { db, transaction } from "~/platform/db.server";
import { FundsLeft } from "~/compute/inside/capacity/funds";
import { planRow } from "~/compute/inside/capacity/plan-row";
import { readFunds } from "~/compute/inside/capacity/read-funds.server";
import { readNodesToHold, readWaiting, type Row } from "~/compute/inside/capacity/read-row.server";
import { scheduleAll } from "~/compute/schedule.server";
import { fillRow } from "./placement-world";
import { figure, heading } from "./report";

const MIXES = [
  { title: "1 GPU each", gpus: [1], goal: "at least 1400; Slurm 22.05: 276" },
  { title: "1, 2, 4, 8 GPUs in turn", gpus: [1, 2, 4, 8], goal: "at least 1400; Slurm 22.05: 210–235" },
];

/**
 * Placements per second of the scheduler: 10,000 queued tasks on 1,000 nodes of 8 GPUs, from the call to the last
 * commit, including all writes for a placement and for the queue behind it. The database must be migrated; the rows
 * that the benchmark adds stay there.
 */
export async function benchPlacement(): Promise<void> {
  const [setting] = await db.query<{ durable: string }>(
    `select 'fsync ' || current_setting('fsync') || ', synchronous_commit ' || current_setting('synchronous_commit')
       as durable`,
  );
  heading(`Placement: 10,000 queued tasks on 1,000 nodes of 8 GPUs (${setting?.durable})`);
  benchBlockedPlan();
  for (const { title, gpus, goal } of MIXES) {
    const row = await fillRow({ nodes: 1000, tasks: 10_000, gpus });
    await db.query("analyze");
    await benchPlan(row, title);
    await benchSchedule(title, goal);
  }
}

/** A plan of a full fleet: 10,000 nodes, 100,000 queued tasks of 1 to 16 GPUs; no task finds a place. */
export function benchBlockedPlan(): void {
  const now = new Date();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const nodes = Array.from({ length: 10_000 }, (_, index) => ({
    nodeId: index + 1,
    nodeName: `n${String(index).padStart(5, "0")}`,
    gpus: 8,
    freeGpus: [],
    ibsActive: 0,
    avoided: false,
    busySince: ago(index * 1000),
    freeBy: null,
  }));
  const waiting = Array.from({ length: 100_000 }, (_, index) => ({
    resvGuid: String(index).padStart(6, "0"),
    taskName: "",
    tenantId: index % 2000,
    attempts: 0,
    gpusMin: [1, 2, 4, 8, 16][index % 5] ?? 1,
    gpusMax: 0,
    gpusIncr: 1,
    network: "ethernet" as const,
    acceptedAt: ago((100_000 - index) * 50),
    acceptedGpuPph: 95,
    pph: 95,
    again: false,
    maxSeconds: 0,
  }));
  const rich = { availableUnits: 10n ** 12n, committedPph: 0 };
  const tenants = new Map(Array.from({ length: 2000 }, (_, tenantId) => [tenantId, rich]));
  const times = Array.from({ length: 9 }, () => {
    const before = process.cpuUsage();
    const funds = new FundsLeft(tenants);
    planRow({ nodes, waiting, inUse: new Map(), holds: [], gpuPph: 95, funds, now, limit: Number.MAX_SAFE_INTEGER });
    return process.cpuUsage(before).user / 1000;
  });
  const median = times.sort((a, b) => a - b)[4] ?? 0;
  figure("10,000 nodes, 100,000 queued, nothing fits: one plan, ms of CPU", median.toFixed(0), "at most 150");
}

/** Only the pure part: which task goes where. */
async function benchPlan(row: Row, title: string): Promise<void> {
  const now = new Date();
  const state = await transaction(async (tx) => {
    const waiting = await readWaiting(tx, row, now);
    return {
      nodes: await readNodesToHold(tx, row, { tasks: waiting, now }),
      waiting,
      funds: await readFunds(tx, waiting, now),
    };
  });
  const started = performance.now();
  const plan = planRow({ ...state, inUse: new Map(), holds: [], gpuPph: null, now, limit: Number.MAX_SAFE_INTEGER });
  const seconds = (performance.now() - started) / 1000;
  figure(`${title}: planned only, placements/s`, (plan.decisions.length / seconds).toFixed(0), "at least 20000");
}

async function benchSchedule(title: string, goal: string): Promise<void> {
  const started = performance.now();
  const { placed } = await scheduleAll({ now: new Date() });
  const seconds = (performance.now() - started) / 1000;
  figure(`${title}: tasks placed, seconds`, `${placed}, ${seconds.toFixed(2)}`);
  figure(`${title}: placements/s`, (placed / seconds).toFixed(0), goal);
  const idle = performance.now();
  await scheduleAll({ now: new Date() });
  figure(`${title}: a run that finds nothing to do, ms`, (performance.now() - idle).toFixed(0));
}
