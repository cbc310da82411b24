import { db, type Queryable, type Tx } from "~/platform/db.server";
import { WAITS_FOR_MORE } from "./likely-start-sql";
import { inSteps, JUDGED_MIN } from "./start-range";

/** Days for which judged estimates are kept and counted. */
export const JUDGED_DAYS = 30;
/** Share of the past estimates that the new ones would have got right: one of ten more than is promised. */
const RIGHT = 0.9;
const WIDENED_MAX = 4;

/** When a queued task is likely to start; `untilS` null: not before `fromS`, and its end is not known. */
export interface StartEstimate {
  resvGuid: string;
  fromS: number;
  untilS: number | null;
}

/** Queued tasks that would not start even on free GPUs. */
export async function listWaitingForMore(): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select resv_guid as id from task where state = 'queued' and wait_reason in (${WAITS_FOR_MORE})`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Stores the estimates of a forecast (A45), widened as those before would have needed it. The first one of each task that
 * has an end stays, to be judged, and the newest one is shown. Tasks that have left the queue, or wait for something else
 * than GPUs, get none.
 */
export async function storeStartEstimates(
  tx: Tx,
  estimates: readonly StartEstimate[],
  { madeAt }: { madeAt: Date },
): Promise<void> {
  const widened = await readWidening(tx, madeAt);
  const ranges = estimates.map((estimate) =>
    widen(estimate, { by: widened, madeS: Math.floor(madeAt.getTime() / 1000) }),
  );
  const values = {
    ...{ madeAt, widened },
    resvGuids: estimates.map(({ resvGuid }) => resvGuid),
    fromS: ranges.map(({ fromS }) => fromS),
    untilS: ranges.map(({ untilS }) => untilS),
  };
  await tx.query(
    `update start_estimate set newest_from = null, newest_until = null
     where newest_until is not null and resv_guid <> all($1::uuid[])`,
    [values.resvGuids],
  );
  await tx.query(`delete from start_estimate where judged_at is null and not isfinite(until_at)`);
  await tx.query(
    `insert into start_estimate (resv_guid, made_at, widened, from_at, until_at, newest_from, newest_until)
     select t.resv_guid, $madeAt, $widened::float8, to_timestamp(likely.from_s), to_timestamp(likely.until_s),
       to_timestamp(likely.from_s), to_timestamp(likely.until_s)
     from unnest($resvGuids::uuid[], $fromS::float8[], $untilS::float8[]) as likely(resv_guid, from_s, until_s)
     join task t on t.resv_guid = likely.resv_guid
       and t.state = 'queued' and t.wait_reason not in (${WAITS_FOR_MORE})
     on conflict (resv_guid) do update set newest_from = excluded.newest_from, newest_until = excluded.newest_until`,
    values,
  );
}

/**
 * Reads the factor with which nine of ten estimates of the last 30 days would have been right (`widen`). If a task still
 * waits after the end of its estimate, that one needs at least the time that has passed. 1 with too few of them.
 */
async function readWidening(q: Queryable, now: Date): Promise<number> {
  const [measured] = await q.query<{ estimates: number; needed: number | null }>(
    `select count(*)::int as estimates, percentile_disc(${RIGHT}) within group (order by needed) as needed from (
       select case when t.placed_at >= e.made_at then greatest(plain.from_s / lead.s, lead.s / plain.until_s)
         when t.state = 'queued' and e.until_at < $1 then extract(epoch from $1 - e.made_at)::float8 / plain.until_s end as needed
       from start_estimate e join task t on t.resv_guid = e.resv_guid
         cross join lateral (select extract(epoch from e.from_at - e.made_at)::float8 * e.widened as from_s,
           greatest(1, extract(epoch from e.until_at - e.made_at))::float8 / e.widened as until_s) plain
         cross join lateral (select greatest(1, extract(epoch from t.placed_at - e.made_at))::float8 as s) lead
       where isfinite(e.until_at) and e.made_at > $1::timestamptz - interval '${JUDGED_DAYS} days') judged
     where needed is not null`,
    [now],
  );
  if (!measured || measured.estimates < JUDGED_MIN) return 1;
  return Math.min(WIDENED_MAX, Math.max(1, measured.needed ?? 1));
}

/** Divides the time from `madeS` to the beginning by that factor, and multiplies the time to the end; no end is Infinity. */
function widen({ fromS, untilS }: StartEstimate, { by, madeS }: { by: number; madeS: number }) {
  return inSteps(madeS + (fromS - madeS) / by, madeS + ((untilS ?? Infinity) - madeS) * by);
}

/**
 * Judges each first estimate: right if its task started within it, wrong if it started at another time or the time has
 * passed. One whose task left the queue otherwise, or that has no end, counts for nothing. Deletes what was judged long ago.
 */
export async function judgeStartEstimates({ now }: { now: Date }): Promise<void> {
  await db.query(
    `update start_estimate e set judged_at = $1,
       hit = case when not isfinite(e.until_at) then null
         when t.placed_at >= e.made_at then t.placed_at between e.from_at and e.until_at
         when t.state = 'queued' then false end
     from task t where t.resv_guid = e.resv_guid and e.judged_at is null
       and (t.placed_at >= e.made_at or t.state <> 'queued' or e.until_at < $1)`,
    [now],
  );
  await db.query(`delete from start_estimate where judged_at < $1::timestamptz - interval '${JUDGED_DAYS} days'`, [
    now,
  ]);
}

/** The judged estimates of the last 30 days, and the share whose tasks started within them, 0 to 1; null without one. */
export interface HitRate {
  judged: number;
  share: number | null;
}

export async function readHitRate(): Promise<HitRate> {
  const [row] = await db.query<HitRate>(
    `select count(hit)::int as judged, avg(hit::int)::float8 as share from start_estimate where judged_at is not null`,
  );
  return row ?? { judged: 0, share: null };
}
