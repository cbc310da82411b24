import { db } from "~/db.server";

/** How many nodes there are, and how many of them staff have to look at (6.1). */
export interface NodeCounts {
  nodes: number;
  dead: number;
  /** An error counted or a reboot needed. */
  failing: number;
  /** To be empty by now, and tasks still hold GPUs there. */
  occupied: number;
}

export async function countNodes({ now }: { now: Date }): Promise<NodeCounts> {
  const [counts] = await db.query<NodeCounts>(
    `select count(*)::int as nodes, (count(*) filter (where health = 'dead'))::int as dead,
       (count(*) filter (where health = 'error'))::int as failing,
       (select count(*) from drain_plan p where p.empty_by <= $1
          and exists (select from held_gpu h where h.node_id = p.node_id))::int as occupied
     from node where retired_at is null`,
    [now],
  );
  if (!counts) throw new Error("the count of nodes gave no answer");
  return counts;
}
