import { db } from "~/platform/db.server";
import { NODE_IN_SERVICE } from "~/compute/capacity-sql.server";

/** Nodes that are named; the others are only counted. */
const NAMED = 3;

/** Why a node takes no tasks. Of several reasons the first counts. */
export type OutReason = "maintenance" | "silent" | "new" | "fault" | "upgrade" | "drain" | "unsteady" | "test";

/** The nodes of a queue (S10) that take no tasks now (S1). */
export interface NodesOut {
  cluster: string;
  gpuType: string;
  nodes: number;
  /** GPUs of each node; null if that differs. */
  gpus: number | null;
  /** The first planned return, in epoch seconds; null: none is known. */
  backTs: number | null;
  /** The first of them, by name. Only staff read them. */
  named: {
    name: string;
    why: OutReason;
    /** When its maintenance ends. */
    untilTs: number | null;
    /** Its last report. */
    reportedTs: number | null;
  }[];
}

/** Those facts without the names of nodes, for customers. */
export type CustomerNodesOut = Omit<NodesOut, "named" | "cluster">;

/** Lists the nodes that take no tasks, of the queues of these clusters. */
export async function listNodesOut({ clusters, now }: { clusters: readonly string[]; now: Date }): Promise<NodesOut[]> {
  return await db.query<NodesOut>(
    `select cluster, "gpuType", count(*)::int as nodes, case when min(gpus) = max(gpus) then min(gpus) end as gpus,
       min("untilTs") as "backTs", to_json((array_agg(json_build_object('name', name, 'why', why,
         'untilTs', "untilTs", 'reportedTs', "reportedTs") order by name))[:${NAMED}]) as named
     from (
       select n.cluster_name as cluster, n.gpu_type as "gpuType", n.node_name as name, n.gpus,
         case when w.to_at > $2 then floor(extract(epoch from w.to_at))::int end as "untilTs", floor(extract(epoch from n.reported_at))::int as "reportedTs",
         case when w.id is not null then 'maintenance' when n.health = 'dead' or n.contact = 'suspect' then 'silent'
           when n.health = 'new' then 'new' when n.health = 'error' then 'fault'
           when n.drain = 2 then 'upgrade' when n.drain = 1 then 'drain'
           when n.flapping then 'unsteady' when n.awaits_test then 'test' else 'maintenance' end as why
       from node n left join maintenance_window w on w.node_id = n.id and w.state = 'open'
       where n.cluster_name = any($1) and n.retired_at is null and n.pilot_of is null and not (${NODE_IN_SERVICE})
     ) away group by 1, 2`,
    [clusters, now],
  );
}
