import { db, transaction } from "~/db.server";
import { tellStopped } from "./tell-stopped.server";
import { requestStop } from "./stop-task.server";

/** WATCHDOG_IDLE_MIN */
export const WATCHDOG_IDLE_MIN = 60;
/** A minute without a sample in which the GPUs spoke is one of which nobody knows whether they were idle. */
const SAMPLED_THROUGHOUT = `(select count(distinct date_trunc('minute', load.at)) from task_load load
  where load.resv_guid = task.resv_guid and load.gpu_busy is not null
    and load.at > $1::timestamptz - make_interval(mins => $2)) >= $2`;
const REASON = `GPUs idle for ${WATCHDOG_IDLE_MIN} minutes`;

/**
 * The watchdog: stops tasks whose GPUs were all busy under 1% for an hour, where the customer chose an agent that
 * does so; never where the GPUs are simulated (6.2). `idle_since` is kept by what load samples say.
 */
export async function stopIdleTasks({ now }: { now: Date }): Promise<number> {
  const idle = await db.query<{ id: string }>(
    `select resv_guid as id from task where state = 'running' and agent in ('stats-watchdog', 'block-mining')
       and idle_since <= $1::timestamptz - make_interval(mins => $2)
       and ${SAMPLED_THROUGHOUT}
     order by resv_guid`,
    [now, WATCHDOG_IDLE_MIN],
  );
  if (idle.length === 0) return 0;
  return await transaction(async (tx) => {
    const request = { resvGuids: idle.map((row) => row.id), target: "killed" as const, reason: REASON, now };
    const { stopping } = await requestStop(tx, request);
    await tellStopped(tx, stopping, { reason: REASON, now });
    return stopping.length;
  });
}
