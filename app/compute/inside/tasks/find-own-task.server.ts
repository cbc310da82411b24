import { z } from "zod";
import { db } from "~/platform/db.server";
import { RUN_IMAGE } from "~/compute/run-image";

/** Facts of the task's own screen beyond the row of `GET /v1/jobs`. */
interface OwnTask {
  /** Name in the catalogue, or the reference if a template names one. */
  image: string;
  /** Template that the task was started with; empty if none. */
  templateName: string;
  volumes: { name: string; path: string; readOnly: boolean }[];
  /** Null until the task has ended on its own. */
  exitCode: number | null;
  /** The member who stopped it. */
  stoppedById: number | null;
}

/** Finds a task of the tenant; null for any other guid. */
export async function findOwnTask(given: { tenantId: number; resvGuid: string }): Promise<OwnTask | null> {
  const { tenantId, resvGuid } = given;
  if (!z.guid().safeParse(resvGuid).success) return null;
  const [task] = await db.query<OwnTask>(
    `select ${RUN_IMAGE} as image, template_name as "templateName", exit_code as "exitCode", stopped_by_id as "stoppedById",
       coalesce((select jsonb_agg(jsonb_build_object('name', volume.name, 'path', had.path, 'readOnly', had.read_only) order by had.path)
         from task_volume had join volume using (volume_id) where had.resv_guid = task.resv_guid), '[]') as volumes
     from task where resv_guid = $1 and tenant_id = $2`,
    [resvGuid, tenantId],
  );
  return task ?? null;
}
