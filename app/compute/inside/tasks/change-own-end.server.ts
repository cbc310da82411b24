import { secondsCost } from "~/money/cost-sql";
import { readLimitFunds } from "~/money/limit-funds.server";
import { silentSince } from "~/money/read-available.server";
import { centsToUnits } from "~/money/units";
import { transaction, type Tx } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { centsText } from "~/platform/cents-text";
import { holdRight } from "~/platform/hold-right.server";
import { TASK_WAITS } from "~/compute/capacity-sql.server";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { exactSpan } from "./exact-span";
import { lockRow } from "./lock-row.server";
import { type JobRow, readJobs } from "~/compute/list-jobs.server";
import { END_NOTICE_S, isSpendLimit, isStopAfter, ranSeconds } from "./own-end";
import { isFinal, type TaskState } from "~/compute/task-states";

interface OwnEndChange {
  tenantId: number;
  userId: number;
  /** The line of the named key that calls (16.11). */
  keyLineId?: number | null | undefined;
  resvGuid: string;
  /** 0 removes the time limit; omitted, it stays. */
  maxSeconds?: number | undefined;
  /** 0: no limit of its own; omitted: unchanged. */
  maxCents?: number | undefined;
  now: Date;
}

/** A change completed by the unchanged limits. */
type WholeChange = OwnEndChange & { maxSeconds: number; maxCents: number };

/**
 * Raises, lowers or removes the time and the spend at which a task ends (S16), never below what it has used. The
 * declared end decides about the use of a fence, so this waits for the row's placing lock like any placing. Idempotent.
 * A member or key with a spending limit extends only tasks that count against it, and nobody the time of a task inside a
 * fence.
 * @throws Refusal M02, M04 (404), M33 (409) when the task ends or has ended, M66 to M69, M890, M460 and M461 (403).
 */
export async function changeOwnEnd(change: OwnEndChange): Promise<{ message: string; job: JobRow }> {
  const { resvGuid, now } = change;
  if (!isStopAfter(change.maxSeconds ?? 0)) throw Refusal.ofField("max_seconds", M.wrongRunTime);
  if (!isSpendLimit(change.maxCents ?? 0)) throw Refusal.ofField("max_dollars", M.wrongSpendLimit);
  const taskName = await transaction(async (tx) => {
    await holdRight(tx, change, "tasks.act");
    await lockRowOf(tx, change);
    const task = await lockTask(tx, change);
    if (isFinal(task.state) || task.state === "stopping") {
      throw new Refusal(M.noUnfinishedTask({ task_name: task.taskName }), { status: 409 });
    }
    const { maxSeconds = task.maxSeconds, maxCents = task.maxCents } = change;
    refuseUsedUp(task, { maxSeconds, maxCents, now });
    if (extendsOne(task.maxSeconds, maxSeconds) || extendsOne(task.maxCents, maxCents))
      await requireCounted(tx, change, task);
    if (extendsOne(task.maxSeconds, maxSeconds)) await refuseInsideFence(tx, change);
    await write(tx, { ...change, maxSeconds, maxCents });
    return task.taskName;
  });
  const [job] = await readJobs({ resvGuids: [resvGuid], now });
  if (!job) throw new Error(`task ${resvGuid} was changed and is not there`);
  return { message: `Task ${taskName} was changed.`, job };
}

/**
 * Refuses a lower limit that is used up. An unchanged one is not lower, even when it is used up: the task ends when it
 * can.
 */
function refuseUsedUp(
  task: LockedTask,
  { maxSeconds, maxCents, now }: { maxSeconds: number; maxCents: number; now: Date },
): void {
  const ran = ranSeconds(task.startedAt?.getTime() ?? null, now.getTime());
  if (maxSeconds > 0 && maxSeconds !== task.maxSeconds && maxSeconds <= ran) {
    throw Refusal.ofField("max_seconds", M.ranThatLong);
  }
  if (maxCents > 0 && maxCents !== task.maxCents && centsToUnits(BigInt(maxCents)) <= task.usedUnits) {
    throw Refusal.ofField("max_dollars", M.costThatMuch);
  }
}

/** Checks whether a limit is raised or removed; 0 is none. */
function extendsOne(before: number, after: number): boolean {
  return before > 0 && (after === 0 || after > before);
}

/** Refuses to extend a task whose cost does not count against each of the caller's limits. */
async function requireCounted(tx: Tx, change: OwnEndChange, task: LockedTask): Promise<void> {
  const limits = (await readLimitFunds(tx, [change], change.now)).values();
  const other = [...limits].find(({ kind, id }) => (kind === "member" ? task.createdById : task.keyLineId) !== id);
  if (other) throw new Refusal(other.kind === "member" ? M.extendsOnlyOwn : M.keyExtendsOnlyOwn, { status: 403 });
}

/**
 * Refuses to put off the end of a task that started inside the fence of another tenant's task because of that end, while the
 * other still waits, perhaps for other nodes since these are taken, or while these are fenced again (S16). The row's lock
 * keeps the hold as it is.
 */
async function refuseInsideFence(tx: Tx, { resvGuid, tenantId }: OwnEndChange): Promise<void> {
  const waits = await tx.query(
    `select from placement p join task own on own.resv_guid = p.resv_guid
       join row_hold hold on hold.cluster_name = own.cluster_name and hold.gpu_type = own.gpu_type
       join task t on t.resv_guid = hold.resv_guid
     where p.resv_guid = $1 and p.ended_at is null and p.fence_of is not null and t.tenant_id <> $2 and ${TASK_WAITS}
       and (hold.resv_guid = p.fence_of or p.node_id = any(hold.node_ids)) limit 1`,
    [resvGuid, tenantId],
  );
  if (waits.length > 0) throw Refusal.ofField("max_seconds", M.startedInsideFence);
}

async function lockRowOf(tx: Tx, { resvGuid, tenantId }: OwnEndChange): Promise<void> {
  const [row] = await tx.query<{ clusterName: string; gpuType: string }>(
    `select cluster_name as "clusterName", gpu_type as "gpuType" from task where resv_guid = $1 and tenant_id = $2`,
    [resvGuid, tenantId],
  );
  if (!row) throw new Refusal(M.notFound, { status: 404 });
  await lockRow(tx, row);
}

interface LockedTask {
  taskName: string;
  state: TaskState;
  maxSeconds: number;
  maxCents: number;
  startedAt: Date | null;
  createdById: number | null;
  keyLineId: number | null;
  usedUnits: bigint;
}

const USED_SECONDS = `(charged_seconds
  + greatest(0, coalesce(ceil(extract(epoch from least($2::timestamptz, ${silentSince("$2")}) - charged_to)), 0)))::bigint`;

async function lockTask(tx: Tx, { resvGuid, now }: OwnEndChange): Promise<LockedTask> {
  const [task] = await tx.query<LockedTask>(
    `select task_name as "taskName", state, max_seconds as "maxSeconds", max_cents as "maxCents",
       started_at as "startedAt", created_by_id as "createdById", key_line_id as "keyLineId", ${secondsCost("pph", USED_SECONDS)} as "usedUnits"
     from task where resv_guid = $1 for no key update`,
    [resvGuid, now],
  );
  if (!task) throw new Refusal(M.notFound, { status: 404 });
  return task;
}

/**
 * Writes the limits. If the end is postponed beyond the next 10 minutes, the customer is notified again before it
 * comes. From then on a task with GPUs counts as one without an end when nodes are held (S11).
 */
async function write(tx: Tx, { resvGuid, maxSeconds, maxCents, now }: WholeChange): Promise<void> {
  const rows = await tx.query<{ changed: boolean }>(
    `update task set max_seconds = $2, max_cents = $3, version = version + 1,
       end_put_off = end_put_off or state <> 'queued' and max_seconds > 0 and ($2 = 0 or $2 > max_seconds), end_told_at =
       case when end_told_at is null or end_told_at > $4::timestamptz + interval '${END_NOTICE_S} seconds'
         or $2 > max_seconds or $2 = 0 or $3 > max_cents or $3 = 0 then null else end_told_at end
     where resv_guid = $1 and (max_seconds, max_cents) is distinct from ($2, $3) returning true as changed`,
    [resvGuid, maxSeconds, maxCents, now],
  );
  if (rows.length === 0) return;
  await tx.query(
    `insert into task_event (resv_guid, at, from_state, to_state, text)
     select resv_guid, $2, state, state, $3 from task where resv_guid = $1`,
    [resvGuid, now, textOf(maxSeconds, maxCents)],
  );
  await announce(tx, [{ entity: "task", key: resvGuid }], [{ command: "wake", key: "scheduler" }]);
}

function textOf(maxSeconds: number, maxCents: number): string {
  const time = maxSeconds === 0 ? "no chosen time" : `ends ${exactSpan(maxSeconds)} after it began to run`;
  const spend = maxCents === 0 ? "no spend limit" : `spend limit ${centsText(BigInt(maxCents))}`;
  return `changed: ${time}, ${spend}`;
}
