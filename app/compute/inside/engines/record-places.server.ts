import { changePlacements } from "~/compute/change-placements.server";
import { takenBack } from "~/compute/compare-placement";
import type { EngineEnd, EnginePlace, EngineRef } from "~/compute/engine";
import { lockTasks } from "~/compute/lock-tasks.server";
import { reviewTasks } from "~/compute/review-tasks.server";
import { db, transaction, type Tx } from "~/platform/db.server";
import { countAttempt } from "./count-attempt.server";
import { endWords } from "./end-words";

/** Seconds until a refused place is requested again: the engine's operator may have corrected something. */
const REFUSED_S = 300;

/**
 * Records that the engine accepted the submission. A pilot that was faster than this answer has already reported its
 * job's number.
 */
export async function recordSubmitted({ name, externalId, submittedTs }: EngineRef): Promise<void> {
  await db.query(
    `update engine_place set external_id = coalesce(external_id, $2), submitted_ts = coalesce(submitted_ts, $3),
       reason_kind = '', reason_word = '', state = case state when 'submitting' then 'waiting' else state end
     where name = $1 and state <> 'ended'`,
    [name, externalId, submittedTs],
  );
}

/**
 * Records that the engine cannot grant it at present. The task waits, because the engine's operator may correct that.
 */
export async function recordRefused(name: string, why: string, now: Date): Promise<void> {
  await db.query(
    `update engine_place set state = 'wanted', reason_kind = 'never', reason_word = $2,
       wanted_at = $3::timestamptz + interval '${REFUSED_S} seconds' where name = $1 and state = 'submitting'`,
    [name, why, now],
  );
}

/** Records what a list shows of places that have not ended, in one statement; unchanged ones are not written. */
export async function recordSeen(jobs: readonly EnginePlace[], { ts, now }: { ts: number; now: Date }): Promise<void> {
  if (jobs.length === 0) return;
  await db.query(
    `update engine_place place set (state, external_id, submitted_ts, reason_kind, reason_word, starts_about, missing_since,
         started_at, hosts)
       = (case place.state when 'unwanted' then 'unwanted' else seen.state end, seen.external_id, seen.submitted_ts, seen.kind,
         seen.word, seen.starts_about, null, case when seen.state = 'running' then coalesce(place.started_at, $8) end,
         case when seen.hosts = '' then place.hosts else string_to_array(seen.hosts, ' ') end)
     from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::timestamptz[], $9::text[])
       as seen(name, state, external_id, submitted_ts, kind, word, starts_about, hosts)
     where place.name = seen.name and place.state not in ('wanted', 'ended')
       and (place.state not in (seen.state, 'unwanted') or place.missing_since is not null
         or (place.external_id, place.reason_kind, place.reason_word, place.starts_about)
           is distinct from (seen.external_id, seen.kind, seen.word, seen.starts_about)
         or seen.hosts not in ('', array_to_string(place.hosts, ' ')))`,
    [
      jobs.map(({ ref }) => ref.name),
      jobs.map(({ state }) => (state === "waiting" || state === "starting" ? "waiting" : "running")),
      jobs.map(({ ref }) => ref.externalId),
      jobs.map(({ ref }) => ref.submittedTs),
      jobs.map(({ state, reason }) => (state === "waiting" ? reason.kind : "")),
      jobs.map(({ state, reason }) => (state === "waiting" ? reason.word : "")),
      jobs.map(({ startsAboutTs }) =>
        startsAboutTs === null ? null : toMinute(now.getTime() + (startsAboutTs - ts) * 1000),
      ),
      now,
      // An array of arrays would have to be of equal lengths.
      jobs.map(({ members }) => members.map(({ node }) => node).join(" ")),
    ],
  );
}

/** Rounded, because each reading of a forecast differs by seconds. */
function toMinute(ms: number): Date {
  return new Date(Math.round(ms / 60_000) * 60_000);
}

export async function recordMissed(names: readonly string[], now: Date): Promise<void> {
  if (names.length === 0) return;
  await db.query(`update engine_place set missing_since = $2 where name = any($1::text[]) and state <> 'ended'`, [
    names,
    now,
  ]);
}

interface End {
  name: string;
  /** Null: the engine has forgotten it. */
  end: EngineEnd | null;
  by: string | null;
}

interface EndedPlace {
  resvGuid: string;
  attempt: number;
  placed: boolean;
  unwanted: boolean;
}

/**
 * Records the end of a place and its effect on the task, in one transaction: a task that was not placed there waits for
 * another place, and one whose agent has not reported its end was ended by the cluster.
 */
export async function recordEnd({ name, end, by }: End, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const [place] = await tx.query<EndedPlace>(
      `select resv_guid as "resvGuid", attempt, placed_at is not null as placed, state = 'unwanted' as unwanted
       from engine_place where name = $1 and state not in ('wanted', 'ended') for no key update`,
      [name],
    );
    if (!place) return;
    await tx.query(
      `update engine_place set state = 'ended', ended_at = $2, "end" = coalesce("end", $3), ended_by = coalesce(ended_by, $4)
       where name = $1`,
      [name, now, end, by],
    );
    if (place.placed) await endPlacements(tx, place, end, now);
    else if (!place.unwanted) await countAttempt(tx, { ...place, name, reason: reasonOf(end) }, now);
  });
}

/**
 * Its agent may have found the task gone or not paid, which the task itself shows; a job that succeeded was refused.
 */
function reasonOf(end: EngineEnd | null): string {
  return end === "done" || end === "failed" ? "its place ended before it could start" : endWords(end);
}

async function endPlacements(
  tx: Tx,
  { resvGuid, attempt }: EndedPlace,
  end: EngineEnd | null,
  now: Date,
): Promise<void> {
  const [task] = await lockTasks(tx, { resvGuids: [resvGuid] });
  const open =
    task?.placements.filter((placement) => placement.attempt === attempt && placement.endedAt === null) ?? [];
  await changePlacements(
    tx,
    open.map((placement) => ({
      placementId: placement.placementId,
      patch: takenBack(placement, { now, message: endWords(end), isOwnEnd: end === "out-of-memory" }),
    })),
  );
  await reviewTasks(tx, [resvGuid], now);
}
