/** Seconds after which a copy of an engine's machines is too old to offer them. */
const COPY_LASTS_S = 60;

/** SQL, aliases `m`, a machine, and `engine`: as far as is known, it accepts tasks at that time. */
export const machineInService = (now: string) =>
  `m.takes_jobs and engine.state = 'ok' and m.seen_at > ${now}::timestamptz - interval '${COPY_LASTS_S} seconds'`;

/** SQL for `with`: the number of GPUs that pilots have, by engine and machine. */
export const OURS = `ours as (
  select place.engine_id, n.host, sum(cardinality(n.host_gpus))::int as gpus
  from node n join engine_place place on place.name = n.pilot_of where n.retired_at is null group by 1, 2)`;

/**
 * SQL, alias `place`, of `engine`: its GPUs still look free in the copy of the machines, because it was only requested,
 * or its task was placed after the copy.
 */
export const NOT_IN_COPY = `place.state in ('wanted', 'submitting', 'waiting', 'running') and (place.placed_at is null
  or place.placed_at > (select max(m.seen_at) from engine_node m where m.engine_id = place.engine_id))`;
