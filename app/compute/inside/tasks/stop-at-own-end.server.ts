import { utcMinute } from "~/platform/utc-moment";
import { db, transaction, type Tx } from "~/platform/db.server";
import { OWN_END, SPEND_END, TIME_END } from "~/money/own-end-sql";
import { silentSince } from "~/money/read-available.server";
import { groupBy } from "~/platform/group-by";
import { forAll, forEachStep, sumOfAll, sumOfEach } from "~/platform/for-each";
import { type Notice, notifyAll } from "~/platform/notify.server";
import { SPEND_REACHED, TIME_IS_OVER } from "~/compute/task-states";
import { END_NOTICE_S } from "./own-end";
import { requestStop } from "./stop-task.server";

interface Due {
  resvGuid: string;
  tenantId: number;
  taskName: string;
  /** Whole second of the end. */
  endAt: Date;
  reason: string;
}

/**
 * SQL for the moment of a running task's end, never before its charged time. Of two at once, the time limit is the
 * reported reason.
 */
const dueAt = (end: string) => `select task.resv_guid as "resvGuid", task.tenant_id as "tenantId",
    task.task_name as "taskName", greatest(${end}, task.charged_to) as "endAt",
    case when ${TIME_END} = ${end} then '${TIME_IS_OVER}' else '${SPEND_REACHED}' end as reason
  from task where task.state = 'running' and (task.max_seconds > 0 or task.max_cents > 0)`;

/** Seconds of a silence are free (A37), so no spend limit is reached during one, whether the node or we were away. */
const REACHED = `least(${TIME_END}, case when ${SPEND_END} <= coalesce(${silentSince("$1")}, $1) then ${SPEND_END} end)`;
const DUE = dueAt(OWN_END);

/**
 * Ends the tasks whose time limit or spend limit is reached (S16), dated to that very second however late this runs.
 * Notifies of ends within 10 minutes. A task in an incident is not charged and ends when its node returns, if it does.
 */
export async function stopAtOwnEnd({ now }: { now: Date }): Promise<number> {
  let stopped = 0;
  await forEachStep({
    notices: () => notifyEndingSoon(now),
    ends: async () => (stopped = await stopDue(now)),
  });
  return stopped;
}

async function stopDue(now: Date): Promise<number> {
  const due = await db.query<Due>(`${dueAt(REACHED)} and ${REACHED} <= $1 order by 4, 1`, [now]);
  // Tasks with the same end second stop together; after an outage several seconds may be due.
  const together = groupBy(due, (task) => `${task.endAt.getTime()} ${task.reason}`);
  return await sumOfEach(together.values(), (all) =>
    sumOfAll(all, (tasks) => transaction((tx) => stopTogether(tx, tasks, now))),
  );
}

/** Tasks of one second and one reason. */
async function stopTogether(tx: Tx, tasks: readonly Due[], now: Date): Promise<number> {
  const [first] = tasks;
  if (!first) return 0;
  const { reason, endAt } = first;
  const resvGuids = tasks.map((task) => task.resvGuid);
  const { stopping } = await requestStop(tx, { resvGuids, target: "finished", reason, now, stopAt: endAt });
  const stopped = new Set(stopping.map((task) => task.resvGuid));
  await notifyEnded(
    tx,
    tasks.filter((task) => stopped.has(task.resvGuid)),
    now,
  );
  return stopping.length;
}

async function notifyEnded(tx: Tx, tasks: readonly Due[], now: Date): Promise<void> {
  await notifyAll(
    tx,
    tasks.map(({ resvGuid, tenantId, taskName, reason }) => ({
      tenantId,
      retcode: "OK" as const,
      message: `Task ${taskName} ended. ${reason}`,
      url: `/tasks/${resvGuid}`,
      cause: `own-end:${resvGuid}`,
      now,
    })),
  );
}

/** Warns once per end: after a postponement the owner is warned again before the new end. */
async function notifyEndingSoon(now: Date): Promise<void> {
  const soon = `${OWN_END} <= $1::timestamptz + interval '${END_NOTICE_S} seconds'`;
  const waiting = await db.query<Due>(`${DUE} and task.end_told_at is null and ${soon}`, [now]);
  const ids = waiting.map((task) => task.resvGuid);
  await forAll(ids, (resvGuids) =>
    transaction(async (tx) => {
      const ending = await tx.query<Due>(
        `with due as (${DUE} and task.end_told_at is null and ${soon} and task.resv_guid = any($2::uuid[])
           for no key update of task skip locked)
         update task set end_told_at = due."endAt" from due where task.resv_guid = due."resvGuid" returning due.*`,
        [now, resvGuids],
      );
      await notifyAll(
        tx,
        ending.map((task) => endingSoon(task, now)),
      );
    }),
  );
}

function endingSoon({ tenantId, resvGuid, taskName, endAt, reason }: Due, now: Date): Notice {
  const at = utcMinute(endAt);
  const why = reason === TIME_IS_OVER ? "it reaches its time limit then" : "its spend limit is reached then";
  return {
    tenantId,
    retcode: "OK",
    message: `Task ${taskName} ends at ${at}: ${why}. You can change that on its page.`,
    url: `/tasks/${resvGuid}`,
    cause: `ends-soon:${resvGuid}:${endAt.getTime()}`,
    now,
    mail: { subject: `Task ${taskName} ends soon` },
  };
}
