export interface QueuedTask {
  resvGuid: string;
  tenantId: number;
  gpusMin: number;
  acceptedAt: Date;
  /** When staff moved it to the front of the queue; null or omitted: never. */
  movedUpAt?: Date | null;
}

/** GPUs of a cluster and GPU type that the tasks of each tenant hold; tenants without any may be missing. */
export type GpusInUse = ReadonlyMap<number, number>;

/** Sorts by acceptance, equal ones by resv_guid. The database returns this order, so mostly nothing moves. */
export function byAcceptance<Task extends Pick<QueuedTask, "resvGuid" | "acceptedAt">>(
  tasks: readonly Task[],
): readonly Task[] {
  for (let index = 1; index < tasks.length; index += 1) {
    const [before, task] = [tasks[index - 1], tasks[index]];
    if (before && task && earlierAccepted(before, task) > 0) return tasks.toSorted(earlierAccepted);
  }
  return tasks;
}

/**
 * The order in which the tasks of one cluster and GPU type are served (S10): by the GPUs that their tenants would have
 * before them, those in use and those of their own earlier tasks in the queue, in steps; by acceptance within a step.
 * Takes and keeps the order of acceptance.
 */
export function queueOrder<Task extends QueuedTask>(accepted: readonly Task[], inUse: GpusInUse): readonly Task[] {
  const gpusBefore = counterOfGpusBefore(inUse);
  // Steps are small whole numbers, so each has a list of tasks, and nothing is sorted.
  const bySteps: Task[][] = [];
  for (const task of accepted) (bySteps[stepOf(gpusBefore(task))] ??= []).push(task);
  return bySteps.length > 1 ? bySteps.flat() : accepted;
}

/** Returns a counter of the GPUs that a task's tenant would have before it: in use, and in tasks counted earlier. */
export function counterOfGpusBefore(inUse: GpusInUse): (task: Pick<QueuedTask, "tenantId" | "gpusMin">) => number {
  const counted = new Map<number, number>();
  return ({ tenantId, gpusMin }) => {
    const gpus = counted.get(tenantId) ?? inUse.get(tenantId) ?? 0;
    counted.set(tenantId, gpus + gpusMin);
    return gpus;
  };
}

/**
 * The order of serving: tasks that must be placed again first, the one accepted earliest first; then those that staff
 * moved up, the one moved last first; then the rest of the queue. If `inUse` is null, the rest is served in the order of
 * acceptance, in which the tasks are given.
 */
export function servingOrder<Task extends QueuedTask & { again: boolean }>(
  accepted: readonly Task[],
  inUse: GpusInUse | null,
): readonly Task[] {
  const queued = (tasks: readonly Task[]) => (inUse ? queueOrder(tasks, inUse) : tasks);
  if (!accepted.some((task) => task.again || task.movedUpAt)) return queued(accepted);
  const again = accepted.filter((task) => task.again);
  const movedUp = accepted.filter((task) => !task.again && task.movedUpAt);
  const rest = accepted.filter((task) => !task.again && !task.movedUpAt);
  return [...again, ...movedUp.toSorted(laterMovedUp), ...queued(rest)];
}

/** Steps that double: no GPU, 1 or 2, 3 to 6, 7 to 14, 15 to 30. */
function stepOf(gpus: number): number {
  return 31 - Math.clz32(gpus + 1);
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
