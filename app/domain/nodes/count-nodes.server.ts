import { db } from "~/db.server";

/** How many nodes there are, and how many of them take no tasks because something is wrong with them (6.1). */
export interface NodeCounts {
  nodes: number;
  dead: number;
  /** An error counted or a reboot needed. */
  failing: number;
}

export async function countNodes(): Promise<NodeCounts> {
  const [counts] = await db.query<NodeCounts>(
    `select count(*)::int as nodes, (count(*) filter (where health = 'dead'))::int as dead,
       (count(*) filter (where health = 'error'))::int as failing
     from node where retired_at is null`,
  );
  if (!counts) throw new Error("the count of nodes gave no answer");
  return counts;
}
