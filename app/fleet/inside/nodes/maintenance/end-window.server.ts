import type { Tx } from "~/platform/db.server";

/** Ends what is planned for a node, or under way. @returns its id, null where there was none. */
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

/** The same for one that has begun: a plan for later stays. */
export async function endOpenWindow(
  tx: Tx,
  given: { nodeId: number; state: "done" | "withdrawn"; now: Date },
): Promise<number | null> {
  return await endWindow(tx, { ...given, only: ["open"] });
}
