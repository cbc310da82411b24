import { db } from "~/platform/db.server";
import { NODE_STARTS_TEMPLATES } from "~/compute/capacity-sql.server";

/** Rows of capacity, as `cluster:type`, with a node that starts templates: other rows have no volumes either. */
export async function listContainerRows(): Promise<string[]> {
  const rows = await db.query<{ row: string }>(
    `select distinct n.cluster_name || ':' || n.gpu_type as row from node n
     where n.retired_at is null and n.pilot_of is null and ${NODE_STARTS_TEMPLATES} order by 1`,
  );
  return rows.map(({ row }) => row);
}
