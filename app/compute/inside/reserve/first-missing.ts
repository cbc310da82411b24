/** Requirement that a task lacks before it can begin, in the order of the requests (6.2, S12). */
export type Missing = "login" | "key" | "funds" | "capacity";

interface Standing {
  loggedIn: boolean;
  hasKeys: boolean;
  /** True if the balance covers its first minutes. */
  covered: boolean;
  /** True if its GPUs are free now; omitted while none are chosen. */
  ready?: boolean;
}

/** The first requirement that is missing; null if none is. If only capacity is missing, the task may join the queue. */
export function firstMissing({ loggedIn, hasKeys, covered, ready = true }: Standing): Missing | null {
  if (!loggedIn) return "login";
  if (!hasKeys) return "key";
  if (!covered) return "funds";
  return ready ? null : "capacity";
}
