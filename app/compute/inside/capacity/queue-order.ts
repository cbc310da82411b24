export interface QueuedTask {
  resvGuid: string;
  tenantId: number;
  acceptedAt: Date;
  /** When staff moved it to the front of the queue; null or omitted: never. */
  movedUpAt?: Date | null;
}

/** Sorts by acceptance, equal ones by resv_guid. The database returns this order, so mostly nothing moves. */
export function byAcceptance<Task extends Omit<QueuedTask, "tenantId">>(tasks: readonly Task[]): readonly Task[] {
  for (let index = 1; index < tasks.length; index += 1) {
    const [before, task] = [tasks[index - 1], tasks[index]];
    if (before && task && earlierAccepted(before, task) > 0) return tasks.toSorted(earlierAccepted);
  }
  return tasks;
}

/**
 * The order in which the tasks of one cluster and GPU type are served (S10): each tenant's first task before anyone's
 * second, and so on, by acceptance within. A tenant that floods the queue delays itself. Takes and keeps the order of
 * acceptance.
 */
export function queueOrder<Task extends QueuedTask>(accepted: readonly Task[]): readonly Task[] {
  const waitingOfTenant = new Map<number, number>();
  // Places are small whole numbers, so each has a list of tasks, and nothing is sorted.
  const byPlace: Task[][] = [];
  for (const task of accepted) {
    const place = waitingOfTenant.get(task.tenantId) ?? 0;
    waitingOfTenant.set(task.tenantId, place + 1);
    (byPlace[place] ??= []).push(task);
  }
  return byPlace.length > 1 ? byPlace.flat() : accepted;
}

/**
 * Tasks that must be placed again first, the one accepted earliest first; then those that staff moved up, the one moved
 * last first; then the rest of the queue. Takes the tasks in the order of acceptance.
 */
export function servingOrder<Task extends QueuedTask & { again: boolean }>(accepted: readonly Task[]): readonly Task[] {
  if (!accepted.some((task) => task.again || task.movedUpAt)) return queueOrder(accepted);
  const again = accepted.filter((task) => task.again);
  const movedUp = accepted.filter((task) => !task.again && task.movedUpAt);
  const rest = accepted.filter((task) => !task.again && !task.movedUpAt);
  return [...again, ...movedUp.toSorted(laterMovedUp), ...queueOrder(rest)];
}

function laterMovedUp(a: QueuedTask, b: QueuedTask): number {
  return Number(b.movedUpAt) - Number(a.movedUpAt) || earlierAccepted(a, b);
}

function earlierAccepted(
  a: Pick<QueuedTask, "acceptedAt" | "resvGuid">,
  b: Pick<QueuedTask, "acceptedAt" | "resvGuid">,
): number {
  return a.acceptedAt.getTime() - b.acceptedAt.getTime() || (a.resvGuid < b.resvGuid ? -1 : 1);
}
