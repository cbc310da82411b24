/** SQL, alias `volume`: its data may still exist, or is about to. */
export const VOLUME_IS_THERE = `volume.state in ('copying', 'kept', 'unpaid')`;

/**
 * SQL, alias `volume`: the tasks that have it now – those that have not ended, and ended ones with a placement that may
 * still run, as (task_name, resv_guid, read_only). A volume is free when this is empty.
 */
export const VOLUME_USERS = `(select task.task_name, task.resv_guid, link.read_only
  from task_volume link join task using (resv_guid)
  where link.volume_id = volume.volume_id and (task.finished_at is null
    or exists (select from placement where placement.resv_guid = task.resv_guid and placement.ended_at is null)))`;

/**
 * SQL, alias `volume`: the tasks that keep it from being deleted. The node of a local volume removes it once nothing runs
 * with it there. So an ended task does not keep it, even if its node is lost and never reports that.
 */
export const VOLUME_KEEPERS = `(select used.* from ${VOLUME_USERS} used join task using (resv_guid)
  where task.finished_at is null or volume.reach <> 'local')`;

/** SQL, alias `volume`: a task had it or it is a copy, so there is data somewhere. */
export const VOLUME_WAS_USED = `(volume.copy_of is not null
  or exists (select from task_volume link where link.volume_id = volume.volume_id))`;

/** SQL, alias `volume`: it may hold data, because it is a copy or a task ran with it. */
export const VOLUME_HOLDS_DATA = `(volume.copy_of is not null
  or exists (select from task_volume had join placement ran using (resv_guid)
    where had.volume_id = volume.volume_id and ran.running_at is not null))`;

/** SQL, alias `volume`: a failed copy of which nothing is left. */
const NOTHING_IS_LEFT = `(volume.state = 'failed' and volume.copy_node_id is null)`;

/** SQL, alias `volume`: it takes room at its place, or will. */
export const VOLUME_TAKES_ROOM = `(volume.state <> 'deleted' and not ${NOTHING_IS_LEFT})`;

/** SQL, alias `volume`: its nodes must remove something before it is deleted. */
export const VOLUME_HAS_TO_GO = `(${VOLUME_WAS_USED} and not ${NOTHING_IS_LEFT})`;

/** Alias `volume`: the copies of it that are being made. */
export const COPIES_OF_VOLUME = `(select copy.volume_id, copy.name from volume copy
  where copy.copy_of = volume.volume_id and copy.state = 'copying')`;

/** Aliases `volume` and `n`, a node: it reaches the volume's data, or would. */
export const NODE_REACHES_VOLUME = `case volume.reach when 'local' then volume.node_id = n.id
  else volume.cluster_name = n.cluster_name and n.volume_reach = 'shared' end`;

/**
 * SQL, alias `volume`: nodes that reach it must keep nothing of it. It is being deleted, or it is what remains of a
 * failed copy.
 */
export const VOLUME_IS_TO_GO = `(volume.state = 'deleting' or (volume.state = 'failed' and volume.copy_node_id is not null))`;
