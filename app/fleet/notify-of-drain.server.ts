import { db, transaction, type Tx } from "~/platform/db.server";
import { sumOfAll } from "~/platform/for-each";
import { type Notice, notifyAll } from "~/platform/notify.server";
import { ownUrl } from "~/platform/own-url.server";
import { utcDateTime } from "~/platform/utc-text";
import { affectedTasks, turnOf } from "./inside/nodes/reminders-sql";

interface Affected {
  planId: number;
  emptyBy: Date;
  resvGuid: string;
  tenantId: number;
  taskName: string;
}

const AFFECTED = affectedTasks("d");
const TURN = turnOf("d", "empty_by");

const causeOf = (plan: string, task: string, turn: string) => `'drain:' || ${plan} || ':' || ${task} || ':' || ${turn}`;

/**
 * Notifies customers whose tasks run on nodes that must be empty by a date: when the plan is made, a day before and an
 * hour before. A task on several of these nodes gets only the earliest date. No notice is repeated, however often this
 * runs.
 */
export async function notifyOfDrains({ now }: { now: Date }): Promise<number> {
  const concerned = await db.query<{ id: string }>(
    `select distinct t.resv_guid as id from drain_plan d ${AFFECTED} where d.empty_by > $1 order by 1`,
    [now],
  );
  const ids = concerned.map(({ id }) => id);
  return await sumOfAll(ids, (resvGuids) => transaction((tx) => notifyTasks(tx, resvGuids, now)));
}

/** Notifies the customers of one node, in the transaction that plans it. */
export async function notifyOfDrain(tx: Tx, { nodeId, now }: { nodeId: number; now: Date }): Promise<number> {
  const here = await tx.query<{ id: string }>(
    `select distinct resv_guid as id from placement where node_id = $1 and ended_at is null`,
    [nodeId],
  );
  const ids = here.map(({ id }) => id);
  return await notifyTasks(tx, ids, now);
}

async function notifyTasks(tx: Tx, resvGuids: readonly string[], now: Date): Promise<number> {
  const due = await tx.query<Affected & { turn: number }>(
    `select due.* from (
       select distinct on (t.resv_guid) d.id as "planId", d.empty_by as "emptyBy", t.resv_guid as "resvGuid",
         t.tenant_id as "tenantId", t.task_name as "taskName", ${TURN} as turn
       from drain_plan d ${AFFECTED}
       where d.empty_by > $1::timestamptz and t.resv_guid = any($2::uuid[])
       order by t.resv_guid, d.empty_by, d.id) due
     where not exists (
       select from notification told where told.cause = ${causeOf('due."planId"', 'due."resvGuid"', "due.turn")})`,
    [now, resvGuids],
  );
  await notifyAll(
    tx,
    due.map((task) => drainNotice(task, now)),
  );
  return due.length;
}

/** Notifies customers of a withdrawn plan whose task no other plan concerns: they need not do anything. */
export async function notifyOfStay(tx: Tx, { planId, nodeId, now }: { planId: number; nodeId: number; now: Date }) {
  const affected = await tx.query<Omit<Affected, "planId" | "emptyBy">>(
    `select distinct t.resv_guid as "resvGuid", t.tenant_id as "tenantId", t.task_name as "taskName"
     from (values ($2::int)) as d(node_id) ${AFFECTED}
     where exists (select from notification told where told.cause = ${causeOf("$1::int", "t.resv_guid", "0")}
         or told.cause = ${causeOf("$1::int", "t.resv_guid", "1")} or told.cause = ${causeOf("$1::int", "t.resv_guid", "2")})
       and not exists (select from drain_plan other join placement elsewhere on elsewhere.node_id = other.node_id
         where elsewhere.resv_guid = t.resv_guid and elsewhere.ended_at is null and other.id <> $1)`,
    [planId, nodeId],
  );
  await notifyAll(
    tx,
    affected.map((task) => stays(task, planId, now)),
  );
}

/** Builds the notice. It names no node: customers rent GPUs, not machines. */
function drainNotice(
  { planId, emptyBy, resvGuid, tenantId, taskName, turn }: Affected & { turn: number },
  now: Date,
): Notice {
  const by = utcDateTime(emptyBy);
  const message = `The machine of your task ${taskName} will be taken out of service. Please kill or move the task by ${by}.`;
  return {
    tenantId,
    retcode: "OK",
    message,
    url: `/tasks/${resvGuid}`,
    cause: `drain:${planId}:${resvGuid}:${turn}`,
    now,
    mail: {
      subject: `${turn === 0 ? "P" : "Reminder: p"}lease kill or move task ${taskName} by ${by}`,
      text: `${message}

To move it, save what you need, kill it and start it again: it then gets GPUs on another machine. Millrace does not stop it at that time. From then on the machine may be serviced, and our staff may have to kill tasks that still run there.

${ownUrl(`/tasks/${resvGuid}`)}`,
    },
  };
}

function stays(
  { resvGuid, tenantId, taskName }: Omit<Affected, "planId" | "emptyBy">,
  planId: number,
  now: Date,
): Notice {
  return {
    tenantId,
    retcode: "OK",
    message: `The machine of your task ${taskName} stays in service. You do not need to kill or move the task.`,
    url: `/tasks/${resvGuid}`,
    cause: `drain-off:${planId}:${resvGuid}`,
    now,
    mail: { subject: `Task ${taskName} can stay where it is` },
  };
}
