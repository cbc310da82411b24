/** What a task needs before it can begin, in the order in which it is asked for (6.2, S12). */
export type Missing = "login" | "key" | "funds" | "capacity";

interface Standing {
  loggedIn: boolean;
  hasKeys: boolean;
  /** Whether the balance covers its first minutes. */
  covered: boolean;
  /** Whether its GPUs are free now; left out where none are chosen yet. */
  ready?: boolean;
}

/** The first of it that is wanting; null when nothing is. Who lacks only capacity may join the queue. */
export function firstMissing({ loggedIn, hasKeys, covered, ready = true }: Standing): Missing | null {
  if (!loggedIn) return "login";
  if (!hasKeys) return "key";
  if (!covered) return "funds";
  return ready ? null : "capacity";
}
