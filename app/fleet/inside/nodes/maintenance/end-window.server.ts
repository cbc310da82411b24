import type { Tx } from "~/platform/db.server";

/** Ends a node's maintenance window, planned or begun. @returns its id, null without one. */
export async function endWindow(
  tx: Tx,
  { nodeId, state, now, only }: { nodeId: number; state: "done" | "withdrawn"; now: Date; only: readonly string[] },
): Promise<number | null> {
  const [ended] = await tx.query<{ id: number }>(
    `update maintenance_window set state = $2, ended_at = $3 where node_id = $1 and state = any($4::text[]) returning id`,
    [nodeId, state, now, only],
  );
  return ended?.id ?? null;
}

/** Ends a window that has begun: a plan for later stays. */
export async function endOpenWindow(
  tx: Tx,
  given: { nodeId: number; state: "done" | "withdrawn"; now: Date },
): Promise<number | null> {
  return await endWindow(tx, { ...given, only: ["open"] });
}
