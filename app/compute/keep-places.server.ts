import { db, transaction, type Tx } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { countAttempt } from "./inside/engines/count-attempt.server";
import { announceFree } from "./inside/engines/record-nodes.server";
import { PLACE_IS_NEEDED, PLACE_IS_OPEN } from "./inside/engines/place-sql.server";

/** Seconds for the first pilot of a started place to enrol, and from then on for the others of its gang. */
export const ENROL_S = 120;

/** Seconds from the submission after which a place that its machine cannot start is given up. */
const CANNOT_START_S = 300;

/**
 * SQL, alias `place`: it started, or its first pilot enrolled, `ENROL_S` before $1 or earlier, and pilots are still
 * missing; or its machine cannot start it.
 */
const IS_LATE = `${PLACE_IS_OPEN} and (coalesce(
    (select min(n.enrolled_at) from node n where n.pilot_of = place.name),
    case when place.state = 'running' then place.started_at end
  ) <= $1::timestamptz - interval '${ENROL_S} seconds'
  or place.reason_kind = 'launch-failed' and place.submitted_at <= $1::timestamptz - interval '${CANNOT_START_S} seconds')`;

/**
 * Ends places for which no task waits, and those of which some pilots never enrolled. A place that its engine knows is
 * only marked as unwanted: the engine has to end it.
 */
export async function keepPlaces({ now }: { now: Date }): Promise<number> {
  const unneeded = await transaction((tx) => endUnneeded(tx, now));
  const late = await db.query<{ name: string }>(`select place.name from engine_place place where ${IS_LATE}`, [now]);
  await forEach(late, ({ name }) => transaction((tx) => endLate(tx, name, now)));
  return unneeded + late.length;
}

async function endUnneeded(tx: Tx, now: Date): Promise<number> {
  const ended = await tx.query<{ engineId: number }>(
    `update engine_place place set ${ENDED_BY_US}
     where ${PLACE_IS_OPEN} and not exists (
       select from task t where t.resv_guid = place.resv_guid and ${PLACE_IS_NEEDED}) returning engine_id as "engineId"`,
    [now],
  );
  await forEach([...new Set(ended.map(({ engineId }) => engineId))], (engineId) => announceFree(tx, engineId));
  return ended.length;
}

/** $1 is now. */
const ENDED_BY_US = `state = case when place.state = 'wanted' then 'ended' else 'unwanted' end,
  ended_at = case when place.state = 'wanted' then $1::timestamptz end, "end" = 'cancelled', ended_by = 'Millrace'`;

async function endLate(tx: Tx, name: string, now: Date): Promise<void> {
  const [ended] = await tx.query<{ resvGuid: string; engineId: number }>(
    `update engine_place place set ${ENDED_BY_US} where place.name = $2 and ${IS_LATE} returning resv_guid as "resvGuid", engine_id as "engineId"`,
    [now, name],
  );
  if (!ended) return;
  await countAttempt(tx, { ...ended, name, reason: "not all of its nodes started" }, now);
  await announceFree(tx, ended.engineId);
}
