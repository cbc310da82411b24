/** Seconds after which a copy of an engine's machines is too old to offer them. */
export const COPY_LASTS_S = 60;

/** SQL, aliases `m`, a machine, and `engine`: as far as is known, it accepts tasks at that time. */
export const machineInService = (now: string) =>
  `m.takes_jobs and engine.state = 'ok' and engine.held_at is null and m.seen_at > ${now}::timestamptz - interval '${COPY_LASTS_S} seconds'`;

/** SQL, alias `engine`, $1 is now: it cannot be asked, for another reason than an ended token. */
export const ENGINE_IS_AWAY = `(engine.state <> 'ok' and not coalesce(engine.credentials_until <= $1, false))`;

/** SQL for `with`: the number of GPUs that pilots have, by engine and machine. */
export const OURS = `ours as (
  select place.engine_id, n.host, sum(cardinality(n.host_gpus))::int as gpus
  from node n join engine_place place on place.name = n.pilot_of where n.retired_at is null group by 1, 2)`;

/**
 * SQL, aliases `place` and the `copy` of its engine's machines: its GPUs still look free in the copy, because it began
 * later or is only requested. One that the engine can never grant will take no GPUs.
 */
export const NOT_IN_COPY = `place.state in ('wanted', 'submitting', 'waiting', 'running') and place.reason_kind <> 'never'
  and coalesce(least(place.started_at, place.placed_at) > copy.seen_at, true)`;
