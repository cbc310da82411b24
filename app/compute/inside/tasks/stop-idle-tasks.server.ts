import { db, transaction } from "~/platform/db.server";
import { sumOfAll, sumOfEach } from "~/platform/for-each";
import { groupBy } from "~/platform/group-by";
import { HAS_WATCHDOG } from "./agent-options";
import { notifyStopped } from "./notify-stopped.server";
import { requestStop } from "./stop-task.server";

/** SQL: every minute has a sample with GPU figures of each node. Idleness is unknown for a minute without one. */
const SAMPLED_THROUGHOUT = `not exists (select from placement p where p.resv_guid = task.resv_guid and p.state = 'running' and p.ended_at is null
  and (select count(distinct date_trunc('minute', load.at)) from task_load load
    where load.placement_id = p.placement_id and load.gpu_busy is not null
      and load.at > $1::timestamptz - make_interval(mins => task.idle_minutes)) < task.idle_minutes)`;

/**
 * Stops idle tasks (the watchdog). It stops tasks with an agent that allows it, whose GPUs were all busy under 1% for
 * the minutes that their customer chose; never simulated GPUs (6.2). Load samples keep `idle_since`.
 */
export async function stopIdleTasks({ now }: { now: Date }): Promise<number> {
  const idle = await db.query<{ id: string; minutes: number }>(
    `select resv_guid as id, idle_minutes as minutes from task
     where state = 'running' and ${HAS_WATCHDOG}
       and idle_since <= $1::timestamptz - make_interval(mins => task.idle_minutes)
       and ${SAMPLED_THROUGHOUT}
     order by resv_guid`,
    [now],
  );
  return await sumOfEach(
    groupBy(idle, (task) => String(task.minutes)),
    async ([minutes, tasks]) => {
      const reason = `GPUs idle for ${minutes} minutes`;
      const ids = tasks.map((task) => task.id);
      return await sumOfAll(ids, (resvGuids) =>
        transaction(async (tx) => {
          const { stopping } = await requestStop(tx, { resvGuids, target: "killed", reason, now });
          await notifyStopped(tx, stopping, { reason, now });
          return stopping.length;
        }),
      );
    },
  );
}
