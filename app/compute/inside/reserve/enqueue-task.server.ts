import type { Tx } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { servingOrder } from "~/compute/inside/capacity/queue-order";
import { readGpusInUse, readQueue, type Row } from "~/compute/inside/capacity/read-row.server";
import type { WaitReason } from "~/compute/placing-times";
import { waitReasonOf } from "~/compute/inside/capacity/wait-reason";
import { announceTasks } from "~/compute/inside/tasks/announce-tasks.server";
import { type AcceptedTask, insertTask } from "./insert-task.server";
import { refuseUsedLimit } from "./limit-used.server";
import type { ReserveAnswer } from "./reserve-answer";

/** Stores an accepted task in the queue and wakes the scheduler, which places it at once if it can (S9). */
export async function enqueueTask(tx: Tx, task: AcceptedTask): Promise<ReserveAnswer> {
  const { resvGuid, choice, now } = task;
  await refuseUsedLimit(tx, task);
  await insertTask(tx, task);
  const position = await positionOf(tx, choice, resvGuid);
  // The scheduler, which runs at once, knows better whether money or a fence is in the way.
  const waitReason = choice.hasEngine
    ? ("cluster_asked" satisfies WaitReason)
    : waitReasonOf({ gpusMin: choice.gpusMin, needs: task.needs }, true, false);
  await tx.query(`update task set position = $2, wait_reason = $3 where resv_guid = $1`, [
    resvGuid,
    position,
    waitReason,
  ]);
  await tx.query(
    `insert into task_event (resv_guid, at, from_state, to_state, text) values ($1, $2, '', 'queued', $3)`,
    [resvGuid, now, "accepted into the queue"],
  );
  await announceTasks(tx, [{ resvGuid, from: "", to: "queued" }], now);
  await announce(
    tx,
    [
      { entity: "task", key: resvGuid },
      { entity: "scheduled", key: choice.clusterName },
    ],
    [{ command: "wake", key: "scheduler" }],
  );
  return {
    retcode: "OK",
    human_readable_message: `Task ${choice.taskName} is queued at position ${position}.`,
    resv_guid: resvGuid,
    task_name: choice.taskName,
    state: "queued",
    status: "unknown",
    position,
    gpus: choice.gpusMin,
    pph: choice.gpuPph * choice.gpusMin,
  };
}

async function positionOf(tx: Tx, row: Row, resvGuid: string): Promise<number> {
  return (
    servingOrder(await readQueue(tx, row), await readGpusInUse(tx, row)).findIndex(
      (task) => task.resvGuid === resvGuid,
    ) + 1
  );
}
