import { db } from "~/platform/db.server";
import { NODE_STARTS_TEMPLATES } from "~/compute/capacity-sql.server";

/** Rows of capacity, as `cluster:type`, that have a node which starts templates: elsewhere no volume can be had either. */
export async function listContainerRows(): Promise<string[]> {
  const rows = await db.query<{ row: string }>(
    `select distinct n.cluster_name || ':' || n.gpu_type as row from node n
     where n.retired_at is null and ${NODE_STARTS_TEMPLATES} order by 1`,
  );
  return rows.map(({ row }) => row);
}
