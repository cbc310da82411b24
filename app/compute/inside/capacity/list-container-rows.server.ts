import { db } from "~/platform/db.server";

/** Rows of capacity, as `cluster:type`, that have a node which runs containers: elsewhere no volume or template can be had. */
export async function listContainerRows(): Promise<string[]> {
  const rows = await db.query<{ row: string }>(
    `select distinct cluster_name || ':' || gpu_type as row from node where retired_at is null and runtime = 'container' order by 1`,
  );
  return rows.map(({ row }) => row);
}
