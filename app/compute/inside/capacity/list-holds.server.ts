import { db } from "~/platform/db.server";

/** Nodes that are fenced for a waiting task (S11). */
export interface Hold {
  cluster: string;
  gpuType: string;
  resvGuid: string;
  nodes: string[];
  sinceTs: number;
}

export async function listHolds(): Promise<Hold[]> {
  return await db.query<Hold>(
    `select h.cluster_name as cluster, h.gpu_type as "gpuType", h.resv_guid as "resvGuid",
       array(select n.node_name from node n where n.id = any(h.node_ids) order by 1) as nodes,
       floor(extract(epoch from h.since))::int as "sinceTs"
     from row_hold h order by 1, 2, h.since, 3`,
  );
}
