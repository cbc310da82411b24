import { db, transaction, type Tx } from "~/platform/db.server";
import { askForPlaces } from "./inside/engines/ask-for-places.server";
import { forEach, sumOfEach } from "~/platform/for-each";
import { placeTasks } from "./inside/capacity/place.server";
import { lockRow } from "./inside/tasks/lock-row.server";
import { planRow } from "./inside/capacity/plan-row";
import { readFunds } from "./inside/capacity/read-funds.server";
import {
  readGpuPph,
  readGpusInUse,
  readHolds,
  readNodesToHold,
  readWaiting,
  type Row,
} from "./inside/capacity/read-row.server";
import { readRowState } from "./inside/capacity/row-state.server";
import { TASK_WAITS } from "./capacity-sql.server";
import { notifyStarted } from "./inside/capacity/notify-started.server";
import type { PlacingDecision } from "./inside/capacity/waiting-task";
import { changedWaits, writeHolds, writeWaits } from "./inside/capacity/write-queue.server";

/** Placements per transaction, which bounds the wait of others for the row's lock. */
const PLACEMENTS_PER_TRANSACTION = 2000;
const LOCK_WITHIN_MS = 5000;
/** Limit of rounds per run; the next tick continues. */
const ROUNDS = 100;
/** Waiting tasks from which on a row is only planned again if something changed, or after this time. */
const LONG_QUEUE = 1000;
const AGAIN_AFTER_MS = 5000;

/** Rows with long queues: their state before the last plan, or null if another plan is needed, and when that was. */
const longQueues = new Map<string, { state: string | null; atMs: number }>();

/**
 * One run of the scheduler over every row of capacity with waiting tasks (S10, S11, S12, S13). Safe to run twice at
 * once: the row's lock lets one in at a time, and each round reads everything again.
 */
export async function scheduleAll({
  now,
  longQueue = LONG_QUEUE,
}: {
  now: Date;
  longQueue?: number;
}): Promise<{ placed: number }> {
  return { placed: await sumOfEach(await rowsToSchedule(), (row) => serve(row, now, longQueue)) };
}

interface RowToServe extends Row {
  /** The engine of its cluster; null: the operator's own nodes. */
  engineId: number | null;
  settings: unknown;
  held: boolean;
}

function rowsToSchedule(): Promise<RowToServe[]> {
  return db.query<RowToServe>(
    `select r.cluster_name as "clusterName", r.gpu_type as "gpuType", engine.id as "engineId", engine.settings,
       engine.held_at is not null as held
     from (select t.cluster_name, t.gpu_type from task t where ${TASK_WAITS}
       union select cluster_name, gpu_type from row_hold) r
     join cluster c on c.name = r.cluster_name left join engine on engine.id = c.engine_id order by 1, 2`,
  );
}

/** The planner places on the operator's own nodes. An engine is asked for places, on which tasks are placed later. */
async function serve({ engineId, settings, held, ...row }: RowToServe, now: Date, longQueue: number): Promise<number> {
  if (engineId === null) return await scheduleIfChanged(row, now, longQueue);
  await transaction(async (tx) => {
    await limitLockWait(tx);
    await askForPlaces(tx, row, { engineId, settings, held }, now);
  });
  return 0;
}

/** Plans a row, unless its queue is long and nothing has changed since its last plan (S13). */
async function scheduleIfChanged(row: Row, now: Date, longQueue: number): Promise<number> {
  const key = `${row.clusterName}:${row.gpuType}`;
  const last = longQueues.get(key);
  // Read before the plan: what changes meanwhile is seen by the next run.
  const state = last ? await readRowState(db, row, now) : null;
  const agoMs = now.getTime() - (last?.atMs ?? 0);
  if (state !== null && state === last?.state && agoMs >= 0 && agoMs < AGAIN_AFTER_MS) return 0;
  const { placed, waiting, later } = await scheduleRow(row, now);
  if (waiting < longQueue) longQueues.delete(key);
  else longQueues.set(key, { state: later > 0 ? null : state, atMs: now.getTime() });
  return placed;
}

/** After a failure, places fewer tenants at a time, down to the one at fault. That one waits for the next run. */
async function scheduleRow(row: Row, now: Date): Promise<{ placed: number; waiting: number; later: number }> {
  let placed = 0;
  let waiting = 0;
  let later = 0;
  const faults = new Map<number, unknown>();
  let limit = PLACEMENTS_PER_TRANSACTION;
  for (let round = 0; round < ROUNDS; round += 1) {
    const tried: PlacingDecision[] = [];
    try {
      const terms = { limit, without: new Set(faults.keys()), tried };
      const result = await transaction((tx) => scheduleOnce(tx, row, terms, now));
      placed += result.placed;
      ({ waiting, later } = result);
      if (!result.again) break;
    } catch (fault) {
      const [first, ...others] = tried;
      if (!first) throw fault;
      limit = Math.ceil(tried.length / 2);
      if (others.length > 0) continue;
      faults.set(first.task.tenantId, fault);
      limit = PLACEMENTS_PER_TRANSACTION;
    }
  }
  await forEach(faults.values(), (fault) => Promise.reject(fault));
  return { placed, waiting, later };
}

/** A process that holds the row for longer is stuck; the next tick retries. */
async function limitLockWait(tx: Tx): Promise<void> {
  await tx.query(`select set_config('lock_timeout', '${LOCK_WITHIN_MS}', true)`);
}

interface Terms {
  /** Most placements of the round. */
  limit: number;
  /** Tenants that are passed over. */
  without: ReadonlySet<number>;
  /** Filled with the decisions, in case it fails. */
  tried: PlacingDecision[];
}

/** Runs one round. `again`: more may be placed, because the limit was reached or a decision no longer held. */
async function scheduleOnce(
  tx: Tx,
  row: Row,
  { limit, without, tried }: Terms,
  now: Date,
): Promise<{ placed: number; waiting: number; later: number; again: boolean }> {
  await limitLockWait(tx);
  await lockRow(tx, row);
  const waiting = (await readWaiting(tx, row, now)).filter(({ tenantId }) => !without.has(tenantId));
  const [nodes, inUse, holds, gpuPph] = [
    await readNodesToHold(tx, row, { tasks: waiting, now }),
    await readGpusInUse(tx, row),
    await readHolds(tx, row),
    await readGpuPph(tx, row.gpuType),
  ];
  const funds = await readFunds(tx, waiting, now);
  const plan = planRow({ nodes, waiting, inUse, holds, gpuPph, funds, now, limit });
  // A repeated transaction decides again.
  tried.splice(0, tried.length, ...plan.decisions);

  const placed = await placeTasks(tx, row, plan.decisions, now);
  await notifyStarted(tx, placed, now);
  // Without progress another round would decide the same; the next tick sees what changed.
  const again = placed.length > 0 && (plan.more || placed.length < plan.decisions.length);
  let later = 0;
  // Positions shift with every placement, so they are written once, by the last round.
  if (!again) {
    await writeHolds(tx, row, holds, plan.holds, now);
    const changed = changedWaits(waiting, plan.listWaits(), now);
    await writeWaits(tx, row, changed.now);
    later = changed.later;
  }
  return { placed: placed.length, waiting: waiting.length, later, again };
}
