import { silentSince } from "~/domain/billing/read-available.server";
import { transaction, type Tx } from "~/db.server";
import { announce } from "~/domain/announce.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { lockRow } from "~/domain/capacity/place.server";
import { END_TOLD_BEFORE_S, isSpendLimit, isStopAfter } from "./own-end";
import { isFinal, type TaskState } from "./states";

export interface OwnEndChange {
  tenantId: number;
  resvGuid: string;
  /** 0: it shall not end by time. */
  maxSeconds: number;
  /** 0: no limit of its own. */
  maxCents: number;
  now: Date;
}

/**
 * Raises, lowers or takes away the time and the spend at which a task ends by itself (S16), never to less than it has
 * used. What it declares decides who may use a fence, so this waits for the row's placing lock like any placing does.
 */
export async function changeOwnEnd(change: OwnEndChange): Promise<{ message: string }> {
  const { maxSeconds, maxCents } = change;
  if (!isStopAfter(maxSeconds)) throw Refusal.ofField("max_seconds", M.M66);
  if (!isSpendLimit(maxCents)) throw Refusal.ofField("max_dollars", M.M69);
  return await transaction(async (tx) => {
    await lockRowOf(tx, change);
    const task = await lockTask(tx, change);
    if (isFinal(task.state) || task.state === "stopping") {
      throw new Refusal(M.M33({ task_name: task.taskName }));
    }
    if (maxSeconds > 0 && maxSeconds <= task.ranSeconds) throw Refusal.ofField("max_seconds", M.M67);
    if (maxCents > 0 && BigInt(maxCents) * 3600n <= task.usedUnits) {
      throw Refusal.ofField("max_dollars", M.M68);
    }
    await write(tx, change);
    return { message: `Task ${task.taskName} was changed.` };
  });
}

async function lockRowOf(tx: Tx, { resvGuid, tenantId }: OwnEndChange): Promise<void> {
  const [row] = await tx.query<{ clusterName: string; gpuType: string }>(
    `select cluster_name as "clusterName", gpu_type as "gpuType" from task where resv_guid = $1 and tenant_id = $2`,
    [resvGuid, tenantId],
  );
  if (!row) throw new Refusal(M.M04, { status: 404 });
  await lockRow(tx, row);
}

async function lockTask(tx: Tx, { resvGuid, now }: OwnEndChange) {
  const [task] = await tx.query<{
    taskName: string;
    state: TaskState;
    ranSeconds: number;
    usedUnits: bigint;
  }>(
    `select task_name as "taskName", state,
       coalesce(ceil(extract(epoch from $2::timestamptz - started_at)), 0)::int as "ranSeconds",
       pph::bigint * (charged_seconds
         + greatest(0, coalesce(ceil(extract(epoch from least($2::timestamptz, ${silentSince("$2")}) - charged_to)), 0)))::bigint as "usedUnits"
     from task where resv_guid = $1 for no key update`,
    [resvGuid, now],
  );
  if (!task) throw new Refusal(M.M04, { status: 404 });
  return task;
}

/** An end that is put off beyond the next 10 minutes is told again before it comes. */
async function write(tx: Tx, { tenantId, resvGuid, maxSeconds, maxCents, now }: OwnEndChange): Promise<void> {
  const rows = await tx.query<{ said: boolean }>(
    `update task set max_seconds = $2, max_cents = $3, version = version + 1, end_told_at =
       case when end_told_at is null or end_told_at > $4::timestamptz + interval '${END_TOLD_BEFORE_S} seconds'
         or $2 > max_seconds or $2 = 0 or $3 > max_cents or $3 = 0 then null else end_told_at end
     where resv_guid = $1 and (max_seconds, max_cents) is distinct from ($2, $3) returning true as said`,
    [resvGuid, maxSeconds, maxCents, now],
  );
  if (rows.length === 0) return;
  await tx.query(
    `insert into task_event (resv_guid, at, from_state, to_state, text)
     select resv_guid, $2, state, state, $3 from task where resv_guid = $1`,
    [resvGuid, now, textOf(maxSeconds, maxCents)],
  );
  await announce(tx, [
    { entity: "task", key: resvGuid, tenantId },
    { entity: "wake", key: "scheduler" },
  ]);
}

function textOf(maxSeconds: number, maxCents: number): string {
  const time = maxSeconds === 0 ? "no chosen time" : `ends ${maxSeconds} s after it began to run`;
  const spend = maxCents === 0 ? "no spend limit" : `spend limit $${(maxCents / 100).toFixed(2)}`;
  return `changed: ${time}, ${spend}`;
}
