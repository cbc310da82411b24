import { db } from "~/platform/db.server";
import { FAILED_CHORE } from "./inside/nodes/chores/chore-sql";
import { CRITICAL_FINDINGS, IN_SILENCE, OCCUPIED } from "./inside/nodes/trouble-sql";

/** A node with one of the troubles that `countNodes` counts. */
export interface TroubledNode {
  node_name: string;
  cluster_name: string;
  gpu_type: string;
  rack: string;
  labels: string[];
  isDead: boolean;
  isFailing: boolean;
  isFlapping: boolean;
  isOccupied: boolean;
  hasFailedChore: boolean;
  criticalFindings: number;
  /** True if it fell silent together with its cluster, in a silence that goes on. */
  isInSilence: boolean;
}

/** Lists the nodes that `countNodes` counts as dead, failing, flapping, occupied, with a failed chore or a critical finding. */
export async function listTroubledNodes({ now }: { now: Date }): Promise<TroubledNode[]> {
  return await db.query<TroubledNode>(
    `select * from (
       select node_name, cluster_name, gpu_type, rack, labels, health = 'dead' as "isDead", health = 'error' as "isFailing",
         flapping as "isFlapping", ${OCCUPIED} as "isOccupied", coalesce(${FAILED_CHORE}, false) as "hasFailedChore",
         ${CRITICAL_FINDINGS}::int as "criticalFindings", ${IN_SILENCE} as "isInSilence"
       from node n where retired_at is null and pilot_of is null
     ) n where "isDead" or "isFailing" or "isFlapping" or "isOccupied" or "hasFailedChore" or "criticalFindings" > 0
     order by node_name`,
    [now],
  );
}
