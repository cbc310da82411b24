import { engineSettings } from "~/compute/engine-settings";
import { changePlacements } from "~/compute/change-placements.server";
import { readOpenPlacements } from "~/compute/lock-tasks.server";
import { db, transaction, type Tx } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import type { LockedNode } from "./locked-node.server";
import { writeRetired } from "./retire-node.server";

/**
 * SQL: pilots `n` whose work has ended, with their `place` and `engine`. The place is no longer wanted; or its task was
 * there and the agent has left; or the engine ended it; or the agent was silent long enough to have ended itself, by
 * its own clock.
 */
const OVER = `n.retired_at is null and (place.state = 'ended' or place.state = 'unwanted' and place.placed_at is null
  or place.placed_at is not null and n.health = 'dead' and not exists (select from held_gpu h where h.node_id = n.id)
  or coalesce(n.reported_at, n.enrolled_at) < $1::timestamptz
    - make_interval(mins => coalesce((engine.settings ->> 'leaseMinutes')::int, ${engineSettings({}).leaseMinutes}) + 1))`;

const PILOTS = `node n join engine_place place on place.name = n.pilot_of join engine on engine.id = place.engine_id`;

/** Retires pilots that no longer run. One whose task may still be there stays until its placement is revoked. */
export async function retirePilots({ now }: { now: Date }): Promise<{ retired: number }> {
  const over = await db.query<{ id: number }>(`select n.id from ${PILOTS} where ${OVER} order by n.id`, [now]);
  await forEach(over, ({ id }) => transaction((tx) => retire(tx, id, now)));
  return { retired: over.length };
}

async function retire(tx: Tx, nodeId: number, now: Date): Promise<void> {
  const [node] = await tx.query<LockedNode>(
    `select n.id, n.node_name as "nodeName", n.drain, n.cluster_name || ':' || n.gpu_type as row
     from ${PILOTS} where n.id = $2 and ${OVER} for no key update of n`,
    [now, nodeId],
  );
  if (!node) return;
  const open = await readOpenPlacements(tx, [nodeId]);
  if (open.some(({ state }) => state !== "revoked")) return;
  await changePlacements(
    tx,
    open.map(({ placementId }) => ({ placementId, patch: { endedAt: now } })),
  );
  await writeRetired(tx, node, now);
}
