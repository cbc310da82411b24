import type { Tx } from "~/platform/db.server";

/** Locks the volumes of tasks that are to be placed, before their nodes. */
export async function lockVolumesOfTasks(tx: Tx, resvGuids: readonly string[]): Promise<void> {
  await tx.query(
    `select count(*) from (select from volume where volume_id in (
         select volume_id from task_volume where resv_guid = any($1::uuid[]))
       order by volume_id for no key update) locked`,
    [resvGuids],
  );
}

/** Assigns local volumes to the node of their first task; later tasks go there (17.6). */
export async function settleLocalVolumes(tx: Tx, resvGuids: readonly string[]): Promise<void> {
  await tx.query(
    `update volume set node_id = placed.node_id
     from (select link.volume_id, min(placement.node_id) as node_id
       from task_volume link join placement using (resv_guid)
       where link.resv_guid = any($1::uuid[]) and placement.ended_at is null and placement.run group by link.volume_id) placed
     where volume.volume_id = placed.volume_id and volume.reach = 'local' and volume.node_id is null`,
    [resvGuids],
  );
}
