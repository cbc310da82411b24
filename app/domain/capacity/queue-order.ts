import { QUEUE_AGED_S } from "./constants";

export interface QueuedTask {
  resvGuid: string;
  tenantId: number;
  acceptedAt: Date;
}

/**
 * The order in which the tasks of one cluster and GPU type are served (S10): those that have waited an hour, by
 * acceptance; then each tenant's first task before anyone's second, and so on, by acceptance within.
 */
export function queueOrder<Task extends QueuedTask>(tasks: readonly Task[], now: Date): Task[] {
  const byAcceptance = [...tasks].sort(earlierAccepted);
  const agedBefore = now.getTime() - QUEUE_AGED_S * 1000;
  const waitingOfTenant = new Map<number, number>();
  const ranked = byAcceptance.map((task) => {
    const place = waitingOfTenant.get(task.tenantId) ?? 0;
    waitingOfTenant.set(task.tenantId, place + 1);
    return { task, turn: task.acceptedAt.getTime() <= agedBefore ? -1 : place };
  });
  // The sort is stable, so acceptance decides among equal turns.
  return ranked.sort((a, b) => a.turn - b.turn).map((one) => one.task);
}

function earlierAccepted(a: QueuedTask, b: QueuedTask): number {
  return a.acceptedAt.getTime() - b.acceptedAt.getTime() || (a.resvGuid < b.resvGuid ? -1 : 1);
}
