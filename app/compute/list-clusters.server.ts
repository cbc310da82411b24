import { db } from "~/platform/db.server";

interface ClusterRow {
  name: string;
  networks: string[];
}

/** The clusters in their order. */
export async function listClusters(): Promise<ClusterRow[]> {
  return await db.query<ClusterRow>(`select name, networks from cluster order by position, name`);
}
