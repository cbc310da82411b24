import { figure, heading } from "./report";
import { fillRow, type BenchRow } from "./placement-world";

const MIXES = [
  { title: "1 GPU each", gpus: [1], slurm: "at least 1400; Slurm 22.05 on 1,000 nodes: 276" },
  { title: "1, 2, 4 and 8 GPUs in turn", gpus: [1, 2, 4, 8], slurm: "at least 1400; Slurm 22.05: 210–235" },
];

/**
 * Placements per second of the scheduler: 10,000 queued tasks on 1,000 nodes of 8 GPUs, from the call to the last
 * commit, everything written that a placement writes. The database of `databaseUrl` must be migrated; what the
 * bench adds to it stays there.
 */
export async function benchPlacement({ databaseUrl }: { databaseUrl: string }): Promise<void> {
  // Read by ~/env.server at its first import.
  process.env["DATABASE_URL"] = databaseUrl;
  const { db } = await import("~/db.server");
  const [setting] = await db.query<{ fsync: string; commit: string }>(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  );
  heading(
    `Placement: 10,000 queued tasks on 1,000 nodes of 8 GPUs (fsync ${setting?.fsync}, synchronous_commit ${setting?.commit})`,
  );
  for (const { title, gpus, slurm } of MIXES) {
    const row = await fillRow({ nodes: 1000, tasks: 10_000, gpus });
    await db.query("analyze");
    await benchPlan(row, title);
    await benchSchedule(title, slurm);
  }
}

/** The pure part alone: which task goes where. */
async function benchPlan(row: BenchRow, title: string): Promise<void> {
  const { transaction } = await import("~/db.server");
  const { planRow } = await import("~/domain/capacity/plan-row");
  const { readFunds } = await import("~/domain/capacity/read-funds.server");
  const { readNodes, readWaiting } = await import("~/domain/capacity/read-row.server");
  const now = new Date();
  const state = await transaction(async (tx) => {
    const waiting = await readWaiting(tx, row);
    return { nodes: await readNodes(tx, row, now), waiting, funds: await readFunds(tx, waiting, now) };
  });
  const started = performance.now();
  const plan = planRow({ ...state, hold: null, gpuPph: null, now, limit: Number.MAX_SAFE_INTEGER });
  const seconds = (performance.now() - started) / 1000;
  figure(
    `${title}: planned only, placements/s`,
    (plan.decisions.length / seconds).toFixed(0),
    "at least 20000",
  );
}

async function benchSchedule(title: string, goal: string): Promise<void> {
  const { scheduleAll } = await import("~/domain/capacity/schedule.server");
  const started = performance.now();
  const { placed } = await scheduleAll({ now: new Date() });
  const seconds = (performance.now() - started) / 1000;
  figure(`${title}: tasks placed`, String(placed));
  figure(`${title}: seconds`, seconds.toFixed(2));
  figure(`${title}: placements/s`, (placed / seconds).toFixed(0), goal);
  const idle = performance.now();
  await scheduleAll({ now: new Date() });
  figure(`${title}: a run that finds nothing to do, ms`, (performance.now() - idle).toFixed(0));
}
