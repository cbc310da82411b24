import { db } from "~/db.server";

/** A gap longer than this in the beats means that nobody could receive reports. */
export const RECEIVING_GAP_S = 5;

/**
 * Says, about every second and in every worker that takes reports, that reports can be received. `since` of the tick
 * is when the pool took up receiving again; an outage of ours makes no node Dead (6.1).
 */
export async function beatReceiving({ worker, now }: { worker: string; now: Date }): Promise<void> {
  await db.query(
    `insert into job_tick (job, at, since, worker) values ('receive', $1, $1, $2)
     on conflict (job) do update set at = greatest(job_tick.at, $1), worker = $2,
       since = case when job_tick.at < $1::timestamptz - make_interval(secs => $3) then $1 else job_tick.since end`,
    [now, worker, RECEIVING_GAP_S],
  );
}
