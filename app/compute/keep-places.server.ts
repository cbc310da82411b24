import { db, transaction, type Tx } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { placeName } from "./inside/engines/place-name";
import { PLACE_IS_NEEDED, PLACE_IS_OPEN } from "./inside/engines/place-sql.server";
import { placeAgain } from "./inside/tasks/fail-placing.server";
import { lockTasks } from "./lock-tasks.server";
import { presentPlacements } from "./locked-task";

/** Seconds that the pilots of a gang have to enrol, from the first one on. */
export const GANG_S = 120;

/** SQL, alias `place`: its first pilot enrolled `GANG_S` before $1, and others are still missing. */
const LATE_GANG = `${PLACE_IS_OPEN} and exists (select from node n where n.pilot_of = place.name
  and n.enrolled_at <= $1::timestamptz - interval '${GANG_S} seconds')`;

/**
 * Ends what no task waits for, and gangs of which some pilots never came. A place that its engine knows is only marked
 * as unwanted: the engine has to end it.
 */
export async function keepPlaces({ now }: { now: Date }): Promise<number> {
  const unneeded = await db.query(
    `update engine_place place set ${ENDED_BY_US}
     where ${PLACE_IS_OPEN} and not exists (
       select from task t where t.resv_guid = place.resv_guid and ${PLACE_IS_NEEDED}) returning name`,
    [now],
  );
  const late = await db.query<{ name: string }>(`select place.name from engine_place place where ${LATE_GANG}`, [now]);
  await forEach(late, ({ name }) => transaction((tx) => endLateGang(tx, name, now)));
  return unneeded.length + late.length;
}

/** $1 is now. */
const ENDED_BY_US = `state = case when place.state = 'wanted' then 'ended' else 'unwanted' end,
  ended_at = case when place.state = 'wanted' then $1::timestamptz end, "end" = 'cancelled', ended_by = 'Millrace'`;

async function endLateGang(tx: Tx, name: string, now: Date): Promise<void> {
  const [ended] = await tx.query<{ resvGuid: string }>(
    `update engine_place place set ${ENDED_BY_US} where place.name = $2 and ${LATE_GANG} returning resv_guid as "resvGuid"`,
    [now, name],
  );
  if (ended) await countAttempt(tx, { ...ended, name, reason: "not all of its nodes started" }, now);
}

/** Counts an attempt that ended before its task was placed: the task waits for another place, or has failed (S14). */
async function countAttempt(
  tx: Tx,
  { resvGuid, name, reason }: { resvGuid: string; name: string; reason: string },
  now: Date,
): Promise<void> {
  const tasks = await lockTasks(tx, { resvGuids: [resvGuid] });
  const waiting = tasks.filter((task) => presentPlacements(task).length === 0 && placeName(task) === name);
  await placeAgain(
    tx,
    waiting.map((task) => ({ task, reason, failed: [] })),
    now,
  );
}
