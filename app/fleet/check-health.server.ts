import { db, transaction, type Tx } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { partsOf, sumOfAll, sumOfEach } from "~/platform/for-each";
import { changePlacements } from "~/compute/change-placements.server";
import { lockTasks } from "~/compute/lock-tasks.server";
import { reviewTasks } from "~/compute/review-tasks.server";
import { IS_RECEIVING, RECEIVING, SILENT_SINCE } from "./beat-receiving.server";
import { interrupted } from "~/compute/compare-placement";
import { NODE_DEAD_DEFAULT_S } from "~/platform/node-threshold";
import { env } from "~/platform/env.server";
import { retirePilots } from "./inside/nodes/retire-pilots.server";
import { watchContact } from "./inside/nodes/contact/watch-contact.server";
import { watchFleet } from "./inside/nodes/contact/watch-fleet.server";
import { readOpenPlacements } from "~/compute/lock-tasks.server";

/**
 * SQL: node `n` has been silent for its threshold (6.1). $1 is now. No node is Dead while no worker receives, or while
 * so much of the cluster is silent that our network is at fault.
 */
const SILENT = `n.retired_at is null and n.health in ('healthy', 'error') and not exists (
  select from fleet_silence s where s.cluster_name = n.cluster_name and s.ended_at is null and s.given_up_at is null
) and exists (
  select from ${RECEIVING} where ${IS_RECEIVING}
    and ${SILENT_SINCE} <= $1::timestamptz - make_interval(secs => coalesce(n.reported_ts_dead, ${NODE_DEAD_DEFAULT_S})))`;

const FLEET = {
  share: env.FLEET_SILENT_PERCENT / 100,
  nodes: env.FLEET_SILENT_NODES,
  deadAfterSeconds: env.FLEET_SILENT_MINUTES * 60,
};

/** Nodes of one transaction: few enough that reports waiting for their tasks wait only a moment. */
const BATCH = 25;

/** Judges the contact of nodes and marks silent ones Dead, with all that follows for their tasks (6.1, 6.2). */
export async function checkHealth({ now }: { now: Date }): Promise<{ dead: number }> {
  // Each step needs the one before: until it is known whether our network is at fault, no node is declared Dead.
  await watchContact({ now });
  await watchFleet({ now, settings: FLEET });
  const silent = await db.query<{ id: number }>(`select n.id from node n where ${SILENT} order by n.id`, [now]);
  const batches = partsOf(
    silent.map((node) => node.id),
    BATCH,
  );
  const dead = await sumOfEach(batches, (batch) =>
    sumOfAll(batch, (nodeIds) => transaction((tx) => declareDead(tx, nodeIds, now))),
  );
  await retirePilots({ now });
  return { dead };
}

async function declareDead(tx: Tx, nodeIds: readonly number[], now: Date): Promise<number> {
  const expected = await readOpenPlacements(tx, nodeIds);
  const resvGuids = [...new Set(expected.map((placement) => placement.resvGuid))];
  await lockTasks(tx, { resvGuids, nodeIds });
  // The nodes may have reported, or another worker may have acted, while this one waited for the locks.
  const nodes = await tx.query<{ id: number; nodeName: string; row: string }>(
    `update node n set health = 'dead', version = n.version + 1 where n.id = any($2::int[]) and ${SILENT}
     returning n.id, n.node_name as "nodeName", n.cluster_name || ':' || n.gpu_type as row`,
    [now, nodeIds],
  );
  if (nodes.length === 0) return 0;
  const announcements = nodes.flatMap((node) => [
    { entity: "node" as const, key: node.nodeName },
    { entity: "capacity" as const, key: node.row },
  ]);
  await announce(tx, announcements, [{ command: "wake", key: "scheduler" }]);
  const onDead = await readOpenPlacements(
    tx,
    nodes.map((node) => node.id),
  );
  await changePlacements(
    tx,
    onDead
      .filter((placement) => placement.run && placement.state === "running")
      .map((placement) => ({ placementId: placement.placementId, patch: interrupted(placement) })),
  );
  await reviewTasks(tx, resvGuids, now);
  return nodes.length;
}
