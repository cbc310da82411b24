import { db, type Tx } from "~/platform/db.server";
import { WAITS_FOR_MORE } from "./likely-start-sql";

/** Days for which judged estimates are kept and counted. */
export const JUDGED_DAYS = 30;

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
 * Stores the estimates of a forecast (A45): the first one of each task that has an end stays, to be judged, and the newest
 * one is shown. Tasks that have left the queue, or wait for something else than GPUs, get none.
 */
export async function storeStartEstimates(
  tx: Tx,
  estimates: readonly StartEstimate[],
  { madeAt }: { madeAt: Date },
): Promise<void> {
  const values = {
    madeAt,
    resvGuids: estimates.map(({ resvGuid }) => resvGuid),
    fromS: estimates.map(({ fromS }) => fromS),
    untilS: estimates.map(({ untilS }) => untilS ?? Infinity),
  };
  await tx.query(
    `update start_estimate set newest_from = null, newest_until = null
     where newest_until is not null and resv_guid <> all($1::uuid[])`,
    [values.resvGuids],
  );
  await tx.query(
    `insert into start_estimate as e (resv_guid, made_at, from_at, until_at, newest_from, newest_until)
     select t.resv_guid, $madeAt, to_timestamp(likely.from_s), to_timestamp(likely.until_s),
       to_timestamp(likely.from_s), to_timestamp(likely.until_s)
     from unnest($resvGuids::uuid[], $fromS::float8[], $untilS::float8[]) as likely(resv_guid, from_s, until_s)
     join task t on t.resv_guid = likely.resv_guid
       and t.state = 'queued' and t.wait_reason not in (${WAITS_FOR_MORE})
     on conflict (resv_guid) do update set newest_from = excluded.newest_from, newest_until = excluded.newest_until,
       made_at = case when isfinite(e.until_at) then e.made_at else excluded.made_at end,
       from_at = case when isfinite(e.until_at) then e.from_at else excluded.from_at end,
       until_at = case when isfinite(e.until_at) then e.until_at else excluded.until_at end`,
    values,
  );
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
