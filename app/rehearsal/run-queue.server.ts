import { sampleNodeService } from "~/fleet/sample-node-service.server";
import { db, violates } from "~/platform/db.server";
import { M } from "./messages";
import type { RehearsalOutcome } from "./run-rehearsal.server";

/** Rehearsals that run at the same time in the whole installation: the places that the table allows (A42). */
export const PLACES = 2;
/** Time without a sign of its worker after which a run is lost. */
const LEASE_MS = 10_000;
const RUNS_MAX = 2;

/** A run of a rehearsal: its holder is the run's own, never that of another run. */
export interface Run {
  id: number;
  holder: string;
}

/**
 * Begins the longest waiting rehearsal if a place is free; the index of places decides between two workers. It waits for
 * another worker's claim of the same rehearsal, which may yet find no place: skipping it would begin a younger one first.
 */
export async function claimRehearsal({ holder, now }: { holder: string; now: Date }): Promise<Run | null> {
  await freeLapsed({ now });
  try {
    const [claimed] = await db.query<{ id: number }>(
      `update rehearsal set state = 'running', place = free.place, holder = $holder, attempts = attempts + 1,
         lease_until = $until, started_at = coalesce(started_at, $now), progress = 0
       from (select min(one) as place from generate_series(1, ${PLACES}) one
           where not exists (select from rehearsal taken where taken.place = one)) free,
         (select id as next_id from rehearsal where state = 'waiting' order by id limit 1 for update) next
       where id = next_id and free.place is not null returning id`,
      { holder, now, until: leaseEnd(now) },
    );
    if (!claimed) return null;
    await sampleNodeService({ now });
    return { id: claimed.id, holder };
  } catch (error) {
    // Another worker took the place in this moment.
    if (violates(error, "rehearsal_place_key")) return null;
    throw error;
  }
}

/** Renews the lease of these runs and stores their progress; returns the holders of those that still run. */
export async function renewRuns(runs: readonly (Run & { progress: number })[], now: Date): Promise<string[]> {
  const rows = await db.query<{ holder: string }>(
    `update rehearsal set lease_until = $until, progress = greatest(rehearsal.progress, run.progress)
     from unnest($holders::uuid[], $progress::float8[]) as run(holder, progress)
     where rehearsal.holder = run.holder returning rehearsal.holder`,
    {
      holders: runs.map(({ holder }) => holder),
      progress: runs.map(({ progress }) => progress),
      until: leaseEnd(now),
    },
  );
  return rows.map(({ holder }) => holder);
}

/** Stores the whole outcome of a run, or nothing if the run was cancelled or lost. */
export async function endRun({ holder }: Run, outcome: RehearsalOutcome, now: Date): Promise<void> {
  const done = "result" in outcome;
  await db.query(
    `update rehearsal set state = $state, result = $result, advised = $advised, hash = $hash, fault = $fault, progress = 1,
       ended_at = $now, ${FREE}
     where holder = $holder`,
    {
      holder,
      now,
      state: done ? "done" : "failed",
      result: done ? JSON.stringify(outcome.result) : null,
      advised: done && outcome.advised ? JSON.stringify(outcome.advised) : null,
      hash: done ? outcome.hash : null,
      fault: done ? null : outcome.faults.join("\n"),
    },
  );
}

/** Puts a run back whose thread ended by itself: it is begun again once. */
export async function loseRun({ holder }: Run, now: Date): Promise<void> {
  await db.query(`update rehearsal set ${LOST} where holder = $holder`, { holder, now, ...LOST_VALUES });
}

/** Puts runs back to the queue because their worker stops; that is no attempt. */
export async function returnRuns(runs: readonly Run[]): Promise<void> {
  await db.query(
    `update rehearsal set state = 'waiting', attempts = attempts - 1, progress = 0, ${FREE} where holder = any($1::uuid[])`,
    [runs.map(({ holder }) => holder)],
  );
}

/** Puts back what a killed or frozen worker left. */
async function freeLapsed({ now }: { now: Date }): Promise<void> {
  await db.query(`update rehearsal set ${LOST} where lease_until <= $now`, { now, ...LOST_VALUES });
}

const FREE = "place = null, holder = null, lease_until = null";

const LOST = `state = case when attempts < $runsMax then 'waiting' else 'failed' end,
  ended_at = case when attempts < $runsMax then null else $now::timestamptz end,
  fault = case when attempts < $runsMax then null else $stopped::text end, progress = 0, ${FREE}`;

const LOST_VALUES = { runsMax: RUNS_MAX, stopped: M.rehearsalStopped };

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}
