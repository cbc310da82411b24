import type { Tx } from "~/platform/db.server";
import { announce, command } from "~/platform/announce.server";
import type { PlacementPatch } from "./compare-placement";

export interface PlacementChange {
  placementId: string;
  patch: PlacementPatch;
}

const COLUMN: Record<keyof PlacementPatch, string> = {
  state: "state",
  run: "run",
  runningAt: "running_at",
  seenRunningAt: "seen_running_at",
  endedAt: "ended_at",
  failedAt: "failed_at",
  incident: "incident",
  sshAddr: "ssh_addr",
  sshHostKey: "ssh_host_key",
  sshKeys: "ssh_keys",
  exitCode: "exit_code",
  message: "message",
  simulated: "simulated",
};
const COLUMNS = Object.values(COLUMN);

/**
 * Writes changes of placements whose nodes' rows the transaction holds. If a change alters the desired state of a
 * node, its version rises and its agent is notified. When a placement ends, its GPUs become free.
 */
export async function changePlacements(tx: Tx, changes: readonly PlacementChange[]): Promise<void> {
  if (changes.length === 0) return;
  const stopped = changes.filter(({ patch }) => patch.run === false || patch.endedAt != null);
  const ended = changes.filter(({ patch }) => patch.endedAt != null);
  await raiseDesired(tx, idsOf(stopped));
  await tx.query(
    `update placement p set (${COLUMNS.join(", ")}) = (
       select ${COLUMNS.map((column) => `r.${column}`).join(", ")} from jsonb_populate_record(p, c.columns) r)
     from unnest($1::uuid[], $2::jsonb[]) as c(id, columns) where p.placement_id = c.id`,
    [idsOf(changes), changes.map(({ patch }) => JSON.stringify(columnsOf(patch)))],
  );
  await release(tx, idsOf(ended));
}

/** The placements' nodes get a new desired version, which also marks when an agent knows of the change. */
async function raiseDesired(tx: Tx, placementIds: string[]): Promise<void> {
  if (placementIds.length === 0) return;
  const nodes = await tx.query<{ nodeId: number }>(
    `with raised as (
       update node set desired_version = desired_version + 1
       where id in (select node_id from placement where placement_id = any($1::uuid[]))
       returning id, desired_version
     ), told as (
       update placement p set desired_version = raised.desired_version
       from raised where p.node_id = raised.id and p.placement_id = any($1::uuid[])
     )
     select id as "nodeId" from raised`,
    [placementIds],
  );
  await command(
    tx,
    nodes.map(({ nodeId }) => ({ command: "desired" as const, key: String(nodeId) })),
  );
}

/** Notifies nodes of changes to locked tasks other than start and stop. */
export async function notifyNodesOf(tx: Tx, resvGuids: readonly string[]): Promise<void> {
  const open = await tx.query<{ placementId: string }>(
    `select placement_id as "placementId" from placement where resv_guid = any($1::uuid[]) and ended_at is null`,
    [resvGuids],
  );
  await raiseDesired(tx, idsOf(open));
}

async function release(tx: Tx, placementIds: string[]): Promise<void> {
  if (placementIds.length === 0) return;
  await tx.query(`delete from held_gpu where placement_id = any($1::uuid[])`, [placementIds]);
  const nodes = await tx.query<{ nodeKey: string; row: string }>(
    `select distinct n.node_key as "nodeKey", n.cluster_name || ':' || n.gpu_type as row
     from placement p join node n on n.id = p.node_id where p.placement_id = any($1::uuid[])`,
    [placementIds],
  );
  const announcements = nodes.flatMap(({ nodeKey, row }) => [
    { entity: "tenants" as const, key: nodeKey },
    { entity: "capacity" as const, key: row },
  ]);
  await announce(tx, announcements, [{ command: "wake", key: "scheduler" }]);
}

function columnsOf(patch: PlacementPatch): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(patch).map(([name, value]) => [COLUMN[name as keyof PlacementPatch], value]),
  );
}

function idsOf(changes: readonly { placementId: string }[]): string[] {
  return changes.map((change) => change.placementId);
}
