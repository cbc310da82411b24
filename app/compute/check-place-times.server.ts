import { db } from "~/platform/db.server";
import { forEach, partsOf } from "~/platform/for-each";
import { type Engine, type EngineRef, EngineUnknown } from "./engine";
import { recordTime } from "./inside/engines/record-time.server";
import { refOf } from "./inside/engines/read-places.server";

/** Places of one call, whose names stand in its address, and places of one engine in one night. */
const PLACES = { ofCall: 50, ofNight: 1000 };
/** Seconds for one engine in one night; the rest is for the next one. */
const LIMIT_S = 60;
/** Accounting hears of an end late. What it does not know after days, it will not know. */
const AGE = { least: "1 hour", most: "7 days" };
/** Runaways are looked at for as long as their row is kept. */
const KEPT_DAYS = 90;

/** SQL, aliases `place` and its `t`, a task: its time is to be compared at $1. Older places have no row any more. */
const IS_DUE = `place.state = 'ended' and place.external_id is not null and place.ended_at <= $1::timestamptz - interval '${AGE.least}'
  and place.ended_at > $1::timestamptz - interval '${AGE.most}' - interval '${KEPT_DAYS} days'
  and (t.finished_at is not null or t.attempts >= place.attempt)
  and case coalesce((select verdict from place_time done where done.name = place.name), 'unknown')
    when 'runaway' then true when 'unknown' then place.ended_at > $1::timestamptz - interval '${AGE.most}' else false end`;

interface StoredEngine {
  id: number;
  kind: string;
  url: string;
  settings: object;
  credentials: string | null;
}

/**
 * Compares the charged seconds of places that ended with the accounting of their engine, and refunds what was charged for
 * longer than the engine ran them (20.10). Each engine fails alone. `make` throws when an engine cannot be asked as it is stored.
 */
export async function checkPlaceTimes({ now }: { now: Date }, make: (stored: StoredEngine) => Engine): Promise<void> {
  const engines = await db.query<StoredEngine>(
    `select engine.id, kind, url, engine.settings, credentials from engine where exists (
       select from engine_place place join task t on t.resv_guid = place.resv_guid
       where place.engine_id = engine.id and ${IS_DUE}) order by engine.id`,
    [now],
  );
  await forEach(engines, (stored) => checkEngine(stored, make, now));
}

async function checkEngine(stored: StoredEngine, make: (stored: StoredEngine) => Engine, now: Date): Promise<void> {
  let why = "";
  try {
    await comparePlaces(stored.id, makeIt(stored, make), now);
  } catch (error) {
    if (!(error instanceof EngineUnknown)) throw error;
    why = error.message;
  }
  await db.query(`update engine set times_checked_at = $2, times_why = $3 where id = $1`, [stored.id, now, why]);
}

function makeIt(stored: StoredEngine, make: (stored: StoredEngine) => Engine): Engine {
  try {
    return make(stored);
  } catch (error) {
    throw new EngineUnknown(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

async function comparePlaces(engineId: number, { spent: ask }: Engine, now: Date): Promise<void> {
  if (!ask) throw new EngineUnknown("it keeps no accounting");
  const endMs = performance.now() + LIMIT_S * 1000;
  for (const refs of partsOf(await readDue(engineId, now), PLACES.ofCall)) {
    if (performance.now() > endMs) return;
    const spent = new Map((await ask(refs)).map((one) => [one.name, one]));
    await forEach(refs, ({ name }) => recordTime({ name, spent: spent.get(name) ?? null }, now));
  }
}

/** New ones first: those that accounting does not know are many while it is broken. */
async function readDue(engineId: number, now: Date): Promise<EngineRef[]> {
  const rows = await db.query<{ name: string; externalId: string | null; submittedTs: bigint | null }>(
    `select place.name, place.external_id as "externalId", place.submitted_ts as "submittedTs"
     from engine_place place join task t on t.resv_guid = place.resv_guid
     where place.engine_id = $2 and ${IS_DUE}
     order by exists (select from place_time done where done.name = place.name), place.ended_at limit $3`,
    [now, engineId, PLACES.ofNight],
  );
  return rows.map(refOf);
}

/** Deletes old comparisons. The places stay, and are too old to be compared again. */
export async function prunePlaceTimes({ now }: { now: Date }): Promise<void> {
  await db.query(`delete from place_time where checked_at < $1::timestamptz - interval '${KEPT_DAYS} days'`, [now]);
}
