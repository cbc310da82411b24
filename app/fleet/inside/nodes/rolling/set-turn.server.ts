import { announce } from "~/platform/announce.server";
import type { Tx } from "~/platform/db.server";

/** Ends or changes a node's turn. The caller holds the node. */
export async function setTurn(
  tx: Tx,
  { id, nodeId, to, now }: { id: number; nodeId: number; to: "out" | "done" | "left"; now: Date },
): Promise<void> {
  // The date of a node that is empty concerns nobody, and would keep it out of the next plan.
  await tx.query(
    `delete from drain_plan d using rolling_drain_node m
     where d.node_id = m.node_id and m.drain_id = $1 and m.node_id = $2 and m.state = 'out'`,
    [id, nodeId],
  );
  await tx.query(
    `update rolling_drain_node set state = $3, empty_at = case when $3 = 'out' then $4 else empty_at end,
       ended_at = case when $3 <> 'out' then $4::timestamptz end where drain_id = $1 and node_id = $2`,
    [id, nodeId, to, now],
  );
  await announcePlans(tx, [nodeId]);
}

/** Notifies screens of nodes whose plans have changed. */
export async function announcePlans(tx: Tx, nodeIds: readonly number[]): Promise<void> {
  const nodes = await tx.query<{ name: string }>(
    `update node set version = version + 1 where id = any($1::int[]) and retired_at is null and pilot_of is null
     returning node_name as name`,
    [nodeIds],
  );
  await announce(
    tx,
    nodes.map(({ name }) => ({ entity: "node", key: name })),
  );
}
