import { db } from "~/platform/db.server";
import type { TaskState } from "./task-states";

/** A task, for staff, on its customer's page. */
export interface ReservationRow {
  resv_guid: string;
  task_name: string;
  state: TaskState;
  cluster_name: string;
  tenant_image: string;
  gpu_type: string;
  gpus_min: number;
  /** Cents per hour of the whole task. */
  pph: number;
  accepted_at: Date;
  finished_at: Date | null;
  /** Name of the member who stopped it. */
  stopped_by: string | null;
}

const COLUMNS = `resv_guid, task_name, state, cluster_name, tenant_image, gpu_type, gpus_min, pph, accepted_at, finished_at,
  (select name from user_account where id = task.stopped_by_id) as stopped_by`;

/** Lists a tenant's tasks, newest first, after one of them. */
export async function listReservations(asked: {
  tenantId: number;
  after: ReservationRow | null;
  limit: number;
}): Promise<ReservationRow[]> {
  const { tenantId, after, limit } = asked;
  return await db.query<ReservationRow>(
    `select ${COLUMNS} from task
     where tenant_id = $1 and ($2::timestamptz is null or (accepted_at, resv_guid) < ($2, $3::uuid))
     order by accepted_at desc, resv_guid desc limit $4`,
    [tenantId, after?.accepted_at ?? null, after?.resv_guid ?? null, limit],
  );
}

const OPEN_SHOWN = 100;

/** The tasks of a tenant that are not finished, newest first, by the index of their names. */
export async function listOpenTasks({ tenantId }: { tenantId: number }): Promise<ReservationRow[]> {
  return await db.query<ReservationRow>(
    `select ${COLUMNS} from task
     where tenant_id = $1 and (case when finished_at is null then task_name end) is not null
     order by accepted_at desc, resv_guid desc limit ${OPEN_SHOWN}`,
    [tenantId],
  );
}
