import { db, type Tx } from "~/platform/db.server";
import { type Notice, notifyAll } from "~/platform/notify.server";
import { ownUrl } from "~/platform/own-url.server";
import { utcDateTime } from "~/platform/utc-text";
import { affectedTasks, turnOf } from "../reminders-sql";

interface Affected {
  windowId: number;
  fromAt: Date;
  /** Null: it has no planned end. */
  toAt: Date | null;
  resvGuid: string;
  tenantId: number;
  taskName: string;
}

const AFFECTED = affectedTasks("w");
const TURN = turnOf("w", "from_at");

const CAUSE = "'window:' || w.id || ':' || t.resv_guid || ':'";

/**
 * Notifies tenants with tasks on nodes with planned maintenance: at once, and a day and an hour before, by notice and
 * mail. No notice is repeated, and a new task is notified when it arrives.
 */
export async function notifyOfWindow(tx: Tx, { windowId, now }: { windowId: number; now: Date }): Promise<number> {
  const untold = await tx.query<Affected & { turn: number }>(
    `select distinct on (t.resv_guid) w.id as "windowId", w.from_at as "fromAt", w.to_at as "toAt", t.resv_guid as "resvGuid",
       t.tenant_id as "tenantId", t.task_name as "taskName", ${TURN} as turn
     from maintenance_window w ${AFFECTED}
     where w.state = 'planned' and coalesce(w.to_at > $1::timestamptz, true) and w.id = $2
       and not exists (select from notification told where told.cause = ${CAUSE} || ${TURN})
     order by t.resv_guid, w.from_at, w.id`,
    [now, windowId],
  );
  await notifyAll(
    tx,
    untold.map((task) => planned(task, now)),
  );
  return untold.length;
}

/** Lists planned maintenance with a task whose tenant has a notice to get: in most minutes there is none. */
export async function listUntoldWindows({ now }: { now: Date }): Promise<{ id: number }[]> {
  return await db.query<{ id: number }>(
    `select distinct w.id from maintenance_window w ${AFFECTED}
     where w.state = 'planned' and coalesce(w.to_at > $1::timestamptz, true)
       and not exists (select from notification told where told.cause = ${CAUSE} || ${TURN})
     order by w.id`,
    [now],
  );
}

/** Notifies everyone who knows of a withdrawn plan that they need not act. */
export async function notifyOfWithdrawal(
  tx: Tx,
  { windowId, nodeId, now }: { windowId: number; nodeId: number; now: Date },
): Promise<void> {
  const told = await tx.query<Pick<Affected, "resvGuid" | "tenantId" | "taskName">>(
    `select distinct t.resv_guid as "resvGuid", t.tenant_id as "tenantId", t.task_name as "taskName"
     from maintenance_window w ${AFFECTED}
     where w.id = $1 and w.node_id = $2 and exists (select from notification told
       where told.cause in (${CAUSE} || '0', ${CAUSE} || '1', ${CAUSE} || '2'))`,
    [windowId, nodeId],
  );
  await notifyAll(
    tx,
    told.map(({ resvGuid, tenantId, taskName }) => ({
      tenantId,
      retcode: "OK" as const,
      message: `The planned maintenance of the machine of your task ${taskName} was cancelled.`,
      url: `/tasks/${resvGuid}`,
      cause: `window-off:${windowId}:${resvGuid}`,
      now,
      mail: { subject: `Task ${taskName}: the maintenance was cancelled` },
    })),
  );
}

/** Builds the notice. It names no node: customers rent GPUs, not machines. */
function planned(
  { windowId, fromAt, toAt, resvGuid, tenantId, taskName, turn }: Affected & { turn: number },
  now: Date,
): Notice {
  const from = utcDateTime(fromAt);
  const until = toAt ? ` to ${utcDateTime(toAt)}` : "";
  const message = `Maintenance of the machine of your task ${taskName} is planned from ${from}${until}. The task will not be stopped for it; please stop or move it before then.`;
  return {
    tenantId,
    retcode: "OK",
    message,
    url: `/tasks/${resvGuid}`,
    cause: `window:${windowId}:${resvGuid}:${turn}`,
    now,
    mail: {
      subject: `${turn === 0 ? "M" : "Reminder: m"}aintenance of the machine of task ${taskName} from ${from}`,
      text: `${message}

To move it, save what you need, kill it and start it again: it then gets GPUs on another machine. Millrace does not stop it, but the maintenance waits while it runs, and our staff may have to kill tasks that are still running then.

${ownUrl(`/tasks/${resvGuid}`)}`,
    },
  };
}
