import type { Tx } from "~/platform/db.server";
import { chargeUpTo } from "~/money/charge-tasks.server";
import { refundIncident } from "~/money/refund-incident.server";
import { notifyAll } from "~/platform/notify.server";
import { endTasks } from "./end-tasks.server";
import type { LockedTask } from "~/compute/locked-task";
import { moveTasks } from "./move-tasks.server";
import { revokePlacements } from "./revoke-placements.server";

/**
 * Begins incidents for running tasks with a silent node: their charging ended at the oldest last report of their nodes
 * (6.2, B2).
 */
export async function beginIncidents(tx: Tx, tasks: readonly LockedTask[], now: Date): Promise<void> {
  if (tasks.length === 0) return;
  await chargeUpTo(tx, { resvGuids: tasks.map((task) => task.resvGuid), now });
  await moveTasks(
    tx,
    tasks.map(({ resvGuid, incidents }) => ({
      resvGuid,
      to: "incident",
      text: "a node of the task does not report; not charged until it is back",
      set: { incidents: incidents + 1, chargedTo: null },
    })),
    now,
  );
  await notifyAll(
    tx,
    tasks.map(({ resvGuid, tenantId, taskName, incidents }) => ({
      tenantId,
      retcode: "ERROR" as const,
      message: `Task ${taskName} lost contact with its node. It is free until the node is back.`,
      url: `/tasks/${resvGuid}`,
      cause: `incident:${resvGuid}:${incidents + 1}`,
      now,
    })),
  );
}

interface LostTask {
  task: LockedTask;
  reason: string;
}

/** Ends lost tasks: the last minutes before their incident are refunded (B9). */
export async function loseTasks(tx: Tx, lost: readonly LostTask[], now: Date): Promise<void> {
  if (lost.length === 0) return;
  await failRunning(
    tx,
    lost.filter(({ task }) => task.state === "running"),
    now,
  );
  await revokePlacements(
    tx,
    lost.map(({ task }) => ({ task, incident: true })),
    now,
  );
  const ends = await lastChargedSeconds(tx, lost);
  const ended = await endTasks(
    tx,
    lost.map(({ task, reason }) => ({
      resvGuid: task.resvGuid,
      to: "lost",
      text: reason,
      reason,
      set: { finishedAt: ends.get(task.resvGuid) ?? task.startedAt ?? now },
    })),
    now,
  );
  for (const resvGuid of ended) await refundIncident(tx, { resvGuid, now });
  await notifyLost(
    tx,
    lost.filter(({ task }) => ended.includes(task.resvGuid)),
    now,
  );
}

/** Fails running tasks with a broken GPU: an incident without a return. They are charged up to the last report (B2). */
async function failRunning(tx: Tx, lost: readonly LostTask[], now: Date): Promise<void> {
  if (lost.length === 0) return;
  await chargeUpTo(tx, { resvGuids: lost.map(({ task }) => task.resvGuid), now });
  await moveTasks(
    tx,
    lost.map(({ task, reason }) => ({
      resvGuid: task.resvGuid,
      to: "incident",
      text: reason,
      set: { incidents: task.incidents + 1, chargedTo: null },
    })),
    now,
  );
}

async function lastChargedSeconds(tx: Tx, lost: readonly LostTask[]): Promise<Map<string, Date>> {
  const rows = await tx.query<{ id: string; at: Date }>(
    `select resv_guid as id, max(to_ts) as at from task_charge where resv_guid = any($1::uuid[]) group by 1`,
    [lost.map(({ task }) => task.resvGuid)],
  );
  return new Map(rows.map((row) => [row.id, row.at]));
}

async function notifyLost(tx: Tx, lost: readonly LostTask[], now: Date): Promise<void> {
  await notifyAll(
    tx,
    lost.map(({ task, reason }) => ({
      tenantId: task.tenantId,
      retcode: "ERROR" as const,
      message: `Task ${task.taskName} was lost: ${reason}. Up to 15 minutes of its charge were refunded.`,
      url: `/tasks/${task.resvGuid}`,
      cause: `lost:${task.resvGuid}`,
      now,
      mail: { subject: "A task was lost" },
    })),
  );
}
