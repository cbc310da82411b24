import type { Tx } from "~/platform/db.server";
import type { TaskData } from "~/platform/event-data";
import type { EventType } from "~/platform/event-types";
import { notifyEndpoints } from "~/platform/notify-endpoints.server";
import type { TaskState } from "~/compute/task-states";

interface Moved {
  resvGuid: string;
  /** Empty: it is new. */
  from: TaskState | "";
  to: TaskState;
}

type TaskEvent = Extract<EventType, `task.${string}`>;

/** Returns the event for a move; null for an intermediate state. */
export function eventOfMove({ from, to }: Pick<Moved, "from" | "to">): TaskEvent | null {
  if (from === to) return null;
  if (to === "queued") return "task.queued";
  if (to === "running") return from === "incident" ? "task.recovered" : "task.started";
  if (to === "incident") return "task.incident";
  if (to === "finished" || to === "killed") return "task.ended";
  return to === "failed" || to === "lost" ? "task.failed" : null;
}

/** Sends task events to customers' endpoints (15.2), in the transaction of the move and after it is written. */
export async function announceTasks(tx: Tx, moves: readonly Moved[], now: Date): Promise<void> {
  const events = new Map(moves.flatMap((move) => (eventOfMove(move) ? [[move.resvGuid, eventOfMove(move)]] : [])));
  if (events.size === 0) return;
  const tasks = await tx.prepared.query<TaskData & { tenantId: number }>(
    `select t.tenant_id as "tenantId", t.resv_guid, t.task_name, t.state, t.reason, t.gpu_type,
       case when t.gpus_granted > 0 then t.gpus_granted else t.gpus_min end as gpus, t.cluster_name, t.pph, t.exit_code,
       coalesce(floor(extract(epoch from t.accepted_at)), 0)::float8 as ts_accepted,
       coalesce(floor(extract(epoch from t.started_at)), 0)::float8 as ts_started,
       coalesce(floor(extract(epoch from t.finished_at)), 0)::float8 as ts_finished
     from task t where t.resv_guid = any($1::uuid[])
       and exists (select from webhook_endpoint e where e.tenant_id = t.tenant_id and e.state = 'on')
     order by t.resv_guid`,
    [[...events.keys()]],
  );
  await notifyEndpoints(
    tx,
    tasks.flatMap(({ tenantId, ...data }) => {
      const type = events.get(data.resv_guid);
      return type ? [{ tenantId, type, data, now }] : [];
    }),
  );
}
