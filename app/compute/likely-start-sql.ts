/** SQL for the reasons of a queued task that waits for something else than GPUs: a forecast does not know its start. */
export const WAITS_FOR_MORE = "'waiting_for_funds', 'waiting_for_volume'";

/**
 * SQL for the time in which a queued task is likely to start (A45), as `from_ts` and `until_ts`, which is null if only the
 * time before which it is unlikely to start is known. No row if there is no estimate.
 */
export const likelyStart = (resvGuid: string, now: string) =>
  `select floor(extract(epoch from newest_from))::int as from_ts,
     case when isfinite(newest_until) then ceil(extract(epoch from newest_until))::int end as until_ts
   from start_estimate where resv_guid = ${resvGuid} and newest_until > ${now}`;
