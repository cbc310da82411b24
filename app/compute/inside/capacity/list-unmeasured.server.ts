import { prepared } from "~/platform/db.server";

/** Rows of capacity whose GPUs are all simulated: their load cannot be measured, so no watchdog acts there (6.2). */
export async function listUnmeasured(): Promise<string[]> {
  const rows = await prepared.query<{ row: string }>(
    `select cluster_name || ' · ' || gpu_type as row from node where retired_at is null and pilot_of is null
     group by cluster_name, gpu_type having bool_and(simulated) order by 1`,
    [],
  );
  return rows.map(({ row }) => row);
}
