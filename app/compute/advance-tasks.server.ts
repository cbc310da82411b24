import { db, transaction } from "~/platform/db.server";
import { forAll, forEach, partsOf, sumOfEach } from "~/platform/for-each";
import { lockTasks } from "./lock-tasks.server";
import { INCIDENT_GRACE_S, PLACING_ACK_S, QUEUE_MAX_DAYS, START_TIMEOUT_S, STOP_TIMEOUT_S } from "./review-task";
import { keepPlaces } from "./keep-places.server";
import { reviewTasks } from "./review-tasks.server";
import { stopAtOwnEnd } from "./inside/tasks/stop-at-own-end.server";
import { stopIdleTasks } from "./inside/tasks/stop-idle-tasks.server";

/** Tasks per transaction, which bounds the wait of others for their nodes. */
const BATCH = 100;

/**
 * Advances tasks whose time is up (6.2), and those that their placements would advance. Reports and dead nodes advance
 * tasks in their own transactions, so the second kind only repairs what should never happen.
 */
export async function advanceTasks({ now }: { now: Date }): Promise<{ advanced: number }> {
  return { advanced: await sumOfEach([advanceDue, stopAtOwnEnd, stopIdleTasks, keepPlaces], (rule) => rule({ now })) };
}

async function advanceDue({ now }: { now: Date }): Promise<number> {
  const due = await dueTasks(now);
  await forEach(partsOf(due, BATCH), (part) =>
    forAll(part, (resvGuids) =>
      transaction(async (tx) => {
        await lockTasks(tx, { resvGuids });
        await reviewTasks(tx, resvGuids, now);
      }),
    ),
  );
  return due.length;
}

const PRESENT = `p.resv_guid = t.resv_guid and p.attempt = t.attempts + 1`;

async function dueTasks(now: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select t.resv_guid as id from task t where
       (t.state in ('queued', 'placing') and t.state_at <= $1::timestamptz - interval '${QUEUE_MAX_DAYS} days')
       or (t.state = 'placing' and exists (select from placement p where ${PRESENT}) and (
         exists (select from placement p join node n on n.id = p.node_id where ${PRESENT} and (n.health = 'dead'
           or (p.state = 'assigned' and p.assigned_at <= $1::timestamptz - interval '${PLACING_ACK_S} seconds')))
         or not exists (select from placement p where ${PRESENT} and p.state = 'assigned')))
       or (t.state = 'starting' and (t.state_at <= $1::timestamptz - interval '${START_TIMEOUT_S} seconds'
         or not exists (select from placement p where ${PRESENT} and p.state <> 'running')))
       or (t.state = 'incident' and (t.state_at <= $1::timestamptz - interval '${INCIDENT_GRACE_S} seconds'
         or not exists (select from placement p where ${PRESENT} and p.state <> 'running')))
       or (t.state = 'stopping' and (t.state_at <= $1::timestamptz - interval '${STOP_TIMEOUT_S} seconds'
         or not exists (select from placement p where ${PRESENT} and p.ended_at is null)))
     order by t.resv_guid`,
    [now],
  );
  return rows.map((row) => row.id);
}
