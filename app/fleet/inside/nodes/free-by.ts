/** A task on a node, with all known data about its end. Times are epoch seconds. */
export interface TaskOnNode {
  resv_guid: string;
  task_name: string;
  tenant_name: string;
  state: string;
  /** GPUs that it holds here, and everywhere. */
  gpus: number;
  gpus_all: number;
  /** Cents per hour, of all its GPUs. */
  pph: number;
  /** Time of its placement here. */
  since_ts: number;
  /** Declared end (S16); null: it declares none. */
  declared_ts: number | null;
  /** The end by its own spend limit, if nothing changes. */
  spend_ts: number | null;
  /** Time at which its tenant's balance ends if nothing changes; null while it is not charged. */
  money_ts: number | null;
  /** Automatic top-up charges the tenant's card before that time. */
  auto_top_up: boolean;
  /** Latest time at which the GPUs of a stopping task are free. */
  stopping_ts: number | null;
}

export type EndReason = "stopping" | "declared" | "spend" | "money";

/** The first of a task's known ends; it may still end earlier. Null: no end is known. */
export function knownEnd(task: TaskOnNode): { ts: number; why: EndReason } | null {
  const ends: [EndReason, number | null][] = [
    ["stopping", task.stopping_ts],
    ["declared", task.declared_ts],
    ["spend", task.spend_ts],
    // With automatic top-up, the balance sets no end.
    ["money", task.auto_top_up ? null : task.money_ts],
  ];
  let first: { ts: number; why: EndReason } | null = null;
  for (const [why, ts] of ends) if (ts !== null && (first === null || ts < first.ts)) first = { ts, why };
  return first;
}

/** Latest known time at which the node is free; null when the end of one of its tasks is unknown. */
export function nodeFreeBy(tasks: readonly TaskOnNode[]): number | null {
  const ends = tasks.map((task) => knownEnd(task)?.ts ?? null);
  return ends.reduce<number | null>((latest, ts) => (latest === null || ts === null ? null : Math.max(latest, ts)), 0);
}
