/** SQL for the reasons of a queued task that waits for something else than GPUs: a forecast does not know its start. */
export const WAITS_FOR_MORE = "'waiting_for_funds', 'waiting_for_volume'";

/** SQL for the time in which a queued task is likely to start (A45), as `from_ts` and `until_ts`; no row if there is none. */
export const likelyStart = (resvGuid: string, now: string) =>
  `select floor(extract(epoch from newest_from))::int as from_ts, ceil(extract(epoch from newest_until))::int as until_ts
   from start_estimate where resv_guid = ${resvGuid} and newest_until > ${now}`;
