import { db } from "~/platform/db.server";
import { FAILED_CHORE } from "./inside/nodes/chores/chore-sql";
import { IN_SILENCE, OCCUPIED } from "./inside/nodes/trouble-sql";

const OPEN_FINDING = `node_finding f join node own on own.id = f.node_id and own.retired_at is null and own.pilot_of is null where f.cleared_at is null`;

/** Counts nodes, and those that need staff's attention (6.1). */
export interface NodeCounts {
  nodes: number;
  dead: number;
  /** Dead nodes that fell silent together with their cluster, in a silence that goes on. */
  deadInSilence: number;
  /** Nodes with a counted error or a needed reboot. */
  failing: number;
  /** Nodes past their date to be empty, with tasks that still hold GPUs. */
  occupied: number;
  /** Nodes that need attention for any of these reasons or the following ones. */
  attention: number;
  /** Nodes with critical findings and nodes with warnings only; `findings` counts all of them. */
  critical: number;
  warned: number;
  findings: number;
  /** Nodes that have been silent too often lately. */
  flapping: number;
  /** Nodes whose last self-test or maintenance command failed. */
  failedChores: number;
}

/** Lists the clusters that fell silent as a whole. */
export async function listSilentClusters(): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select cluster_name as name from fleet_silence where ended_at is null order by 1`,
  );
  return rows.map(({ name }) => name);
}

export async function countNodes({ now }: { now: Date }): Promise<NodeCounts> {
  const [counts] = await db.query<NodeCounts>(
    `select count(*)::int as nodes, (count(*) filter (where health = 'dead'))::int as dead,
       (count(*) filter (where health = 'dead' and ${IN_SILENCE}))::int as "deadInSilence",
       (count(*) filter (where health = 'error'))::int as failing,
       (count(*) filter (where ${OCCUPIED}))::int as occupied,
       (count(*) filter (where health in ('dead', 'error') or contact = 'suspect' or flapping or ${FAILED_CHORE}
         or exists (select from node_finding f where f.node_id = n.id and f.cleared_at is null and f.severity <> 'info')
         or ${OCCUPIED}))::int as attention,
       (select count(distinct f.node_id) filter (where f.severity = 'critical') from ${OPEN_FINDING})::int as critical,
       (select count(distinct f.node_id) from ${OPEN_FINDING} and f.severity = 'warning' and not exists (
          select from node_finding worse where worse.node_id = f.node_id and worse.cleared_at is null
            and worse.severity = 'critical'))::int as warned,
       (select count(*) from ${OPEN_FINDING} and f.severity <> 'info')::int as findings,
       (count(*) filter (where flapping))::int as flapping,
       (count(*) filter (where ${FAILED_CHORE}))::int as "failedChores"
     from node n where retired_at is null and pilot_of is null`,
    [now],
  );
  if (!counts) throw new Error("the count of nodes gave no answer");
  return counts;
}
