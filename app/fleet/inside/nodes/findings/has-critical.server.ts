import type { Tx } from "~/platform/db.server";

/** Checks whether a critical finding of the node is open. */
export async function hasCritical(tx: Tx, nodeId: number): Promise<boolean> {
  const open = await tx.query(
    `select from node_finding where node_id = $1 and cleared_at is null and severity = 'critical' limit 1`,
    [nodeId],
  );
  return open.length > 0;
}
