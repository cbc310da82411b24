import type { Desired, DesiredTask } from "~/fleet/agent-messages";

/** The traces of a placement on the node: running processes, or files on disk. */
export interface Found {
  placementId: string;
  alive: boolean;
  gpus: number[];
}

interface Plan {
  start: DesiredTask[];
  /** Placements that run and must not: unwanted ones and orphans. */
  end: string[];
  /** Wanted placements that cannot be started, with the reason. */
  refuse: { task: DesiredTask; message: string }[];
  /** Folders of unwanted placements that no longer run. */
  forget: string[];
}

/**
 * Plans the steps from the found state to the desired one (4.1), without side effects. A placement that was started
 * once is never started again. That holds here, and in a former folder, according to the control plane. No placement
 * starts on GPUs in use: it waits for a placement that is being ended, and is refused if that one continues.
 */
export function reconcile(desired: Desired, found: Found[], wasStarted: (placementId: string) => boolean): Plan {
  const wanted = new Map(desired.tasks.map((task) => [task.placement_id, task]));
  const plan: Plan = { start: [], end: [], refuse: [], forget: [] };
  for (const one of found) {
    const task = wanted.get(one.placementId);
    if (one.alive && !task?.run) plan.end.push(one.placementId);
    if (!one.alive && !task) plan.forget.push(one.placementId);
  }
  const alive = found.filter((one) => one.alive);
  const stays = (one: Found) => wanted.get(one.placementId)?.run === true;
  const inUse = new Set(alive.filter(stays).flatMap((one) => one.gpus));
  const leaving = new Set(alive.filter((one) => !stays(one)).flatMap((one) => one.gpus));
  for (const task of wanted.values()) {
    if (!task.run || task.ran || wasStarted(task.placement_id)) continue;
    const clash = task.gpus.filter((gpu) => inUse.has(gpu));
    if (clash.length > 0) plan.refuse.push({ task, message: `GPU ${clash.join(", ")} is in use by another task` });
    else if (!task.gpus.some((gpu) => leaving.has(gpu))) {
      plan.start.push(task);
      for (const gpu of task.gpus) inUse.add(gpu);
    }
  }
  return plan;
}

/** Versions of different databases cannot be compared: a restored backup continues from the backup's version (A38). */
export function isOlder(given: Desired, known: Desired): boolean {
  return given.epoch === known.epoch && given.version < known.version;
}
