/** Alias `volume`: whether its data may be there still. */
export const VOLUME_IS_THERE = `volume.state in ('kept', 'unpaid')`;

/**
 * Alias `volume`: what has it now – tasks that have not ended, and those that have of which a placement may still run, as
 * (task_name, resv_guid, read_only). A volume is free when that is empty.
 */
export const VOLUME_USERS = `(select task.task_name, task.resv_guid, link.read_only
  from task_volume link join task using (resv_guid)
  where link.volume_id = volume.volume_id and (task.finished_at is null
    or exists (select from placement where placement.resv_guid = task.resv_guid and placement.ended_at is null)))`;

/** Alias `volume`: whether a task had it, so that there is data somewhere. */
export const VOLUME_WAS_USED = `exists (select from task_volume link where link.volume_id = volume.volume_id)`;
