import type { EngineRef } from "~/compute/engine";
import { db } from "~/platform/db.server";
import type { FollowedPlace } from "./judge-place";
import { PLACE_IS_OPEN } from "./place-sql.server";

/** Seconds after which an unanswered submission is repeated, and an end that has not come is requested again. */
const AGAIN_S = 5;
/** Seconds for an agent to leave by itself once its task has ended. */
const LEAVE_S = 60;

/** SQL, alias `place`: its task left it at least that many seconds before $2. */
const isLeft = (seconds: number) => `place.placed_at is not null and exists (
  select from task t where t.resv_guid = place.resv_guid and (t.finished_at is not null or t.attempts >= place.attempt)
    and coalesce(t.finished_at, t.state_at) <= $2::timestamptz - interval '${seconds} seconds')`;

/**
 * Takes places that the engine knows and must end: unwanted ones, and those whose agent stays after its task. Marks
 * each, so that it is taken again only after `AGAIN_S`.
 */
export async function takeToCancel(
  engineId: number,
  { limit, now }: { limit: number; now: Date },
): Promise<EngineRef[]> {
  const rows = await db.query<{ name: string; externalId: string | null; submittedTs: bigint | null }>(
    `update engine_place place set cancel_asked_at = $2 where place.name in (
       select place.name from engine_place place where place.engine_id = $1 and place.state <> 'ended'
         and (place.state = 'unwanted' or ${isLeft(LEAVE_S)})
         and coalesce(place.cancel_asked_at <= $2::timestamptz - interval '${AGAIN_S} seconds', true)
       order by place.cancel_asked_at nulls first, place.name limit $3)
     returning place.name, place.external_id as "externalId", place.submitted_ts as "submittedTs"`,
    [engineId, now, limit],
  );
  return rows.map(refOf);
}

/** Names of places whose submission got no answer, so that the engine may or may not have them. */
export async function readUnanswered(engineId: number, now: Date): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select place.name from engine_place place where place.engine_id = $1 and place.state = 'submitting' and ${PLACE_IS_OPEN}
       and place.external_id is null and place.submitted_at <= $2::timestamptz - interval '${AGAIN_S} seconds' order by place.submitted_at`,
    [engineId, now],
  );
  return rows.map(({ name }) => name);
}

/** Places that the engine may have. `restless`: how many of them will soon change there. */
export async function readFollowed(
  engineId: number,
  now: Date,
): Promise<{ places: FollowedPlace[]; restless: number }> {
  const rows = await db.query<FollowedPlace & { restless: boolean }>(
    `select place.name, place.external_id as "externalId", place.submitted_ts as "submittedTs", place.placed_at is not null as placed,
       place.missing_since as "missingSince", place.placed_at is null or ${isLeft(0)} as restless,
       exists (select from node n where n.pilot_of = place.name and n.retired_at is null and n.health <> 'dead') as alive
     from engine_place place where place.engine_id = $1 and place.state not in ('wanted', 'ended') order by place.missing_since`,
    [engineId, now],
  );
  return { places: rows, restless: rows.filter(({ restless }) => restless).length };
}

/** Returns the names whose place has ended: jobs that still run under them must end. */
export async function readEnded(engineId: number, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db.query<{ name: string }>(
    `select name from engine_place where engine_id = $1 and name = any($2::text[]) and state = 'ended'`,
    [engineId, names],
  );
  return new Set(rows.map(({ name }) => name));
}

export function refOf({
  name,
  externalId,
  submittedTs,
}: Pick<FollowedPlace, "name" | "externalId" | "submittedTs">): EngineRef {
  return { name, externalId: externalId ?? "", submittedTs: Number(submittedTs ?? 0n) };
}
