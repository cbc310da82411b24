import type { Tx } from "~/platform/db.server";
import { DRAIN_DRAIN, DRAIN_UPGRADE } from "~/fleet/node-health";
import { endOpenWindow } from "./maintenance/end-window.server";
import { setTurn } from "./rolling/set-turn.server";

/**
 * Ends the plan that brought a node to Upgrade, if an operator has set it to Drain: it would bring it back within a
 * minute. The node stays in Drain. @returns the plan in words; null without one.
 */
export async function leaveUpgrade(
  tx: Tx,
  { nodeId, before, drain, now }: { nodeId: number; before: number; drain: number; now: Date },
): Promise<string | null> {
  if (before !== DRAIN_UPGRADE || drain !== DRAIN_DRAIN) return null;
  const window = await tx.query(`select from maintenance_window where node_id = $1 and state = 'open' and upgrade`, [
    nodeId,
  ]);
  if (window.length > 0) await endOpenWindow(tx, { nodeId, state: "withdrawn", now });
  const [rolling] = await tx.query<{ id: number; name: string }>(
    `select r.id, r.name from rolling_drain_node m join rolling_drain r on r.id = m.drain_id
     where m.node_id = $1 and m.state = 'out' and r.upgrade`,
    [nodeId],
  );
  if (rolling) await setTurn(tx, { id: rolling.id, nodeId, to: "left", now });
  if (rolling) return `its turn in the rolling drain ‘${rolling.name}’`;
  return window.length > 0 ? "its planned maintenance" : null;
}

/** The end of a plan by `leaveUpgrade`, in the answer to the operator. */
export function endedWords(ended: string | null): string {
  return ended === null ? "" : ` That ends ${ended}: set Norm when it may serve.`;
}
