import { randomUUID } from "node:crypto";
import type { Tx } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { lockVolumesOfTasks, settleLocalVolumes } from "~/compute/inside/volumes/settle-volumes.server";
import { lockTenants } from "~/compute/inside/tasks/lock-row.server";
import { moveTasks } from "~/compute/inside/tasks/move-tasks.server";
import { readFunds } from "./read-funds.server";
import type { Row } from "./read-row.server";
import { NODE_IN_SERVICE, TASK_TO_PLACE_AGAIN } from "~/compute/capacity-sql.server";
import type { PlacingDecision } from "./waiting-task";

/**
 * Carries out placing decisions under the row's lock and returns those that still held: their nodes in service or
 * pilots, their tasks still waiting, their tenants still able to pay. Locks volumes, nodes, tasks and tenants, in that
 * order.
 */
export async function placeTasks(
  tx: Tx,
  row: Row,
  decisions: readonly PlacingDecision[],
  now: Date,
): Promise<PlacingDecision[]> {
  await lockVolumesOfTasks(
    tx,
    decisions.map(({ task }) => task.resvGuid),
  );
  const valid = await stillValid(tx, decisions, now);
  if (valid.length === 0) return [];
  const nodes = await raiseDesired(tx, valid);
  await writePlacements(tx, valid, nodes, now);
  await settleLocalVolumes(
    tx,
    valid.map(({ task }) => task.resvGuid),
  );
  await moveTasks(
    tx,
    valid.map(({ task, gpus, pphCents, shares }) => ({
      resvGuid: task.resvGuid,
      to: "placing" as const,
      text: `placed on ${shares.length === 1 ? "1 node" : `${shares.length} nodes`}, ${gpus} ${gpus === 1 ? "GPU" : "GPUs"}`,
      set: { gpusGranted: gpus, pph: pphCents, placedAt: now, position: null, waitReason: "" },
    })),
    now,
  );
  const changed = [...nodes.values()];
  await announce(
    tx,
    [
      { entity: "capacity", key: `${row.clusterName}:${row.gpuType}` },
      ...changed.map(({ nodeKey }) => ({ entity: "tenants" as const, key: nodeKey })),
    ],
    changed.map(({ nodeId }) => ({ command: "desired" as const, key: String(nodeId) })),
  );
  return valid;
}

async function stillValid(tx: Tx, decisions: readonly PlacingDecision[], now: Date): Promise<PlacingDecision[]> {
  const nodes = await lockNodes(tx, unique(decisions.flatMap(({ shares }) => shares.map((one) => one.nodeId))));
  const onNodes = decisions.filter(({ shares }) => shares.every((share) => nodes.has(share.nodeId)));
  const tasks = await lockTasks(tx, onNodes.map(({ task }) => task.resvGuid).sort());
  const waiting = onNodes.filter(({ task }) => tasks.has(task.resvGuid));
  const paid = waiting.map(({ task }) => task);
  await lockTenants(tx, unique(paid.map((task) => task.tenantId)));
  const funds = await readFunds(tx, paid, now);
  return waiting.filter(({ task, pphCents }) => {
    const covered = funds.cover(task, pphCents);
    if (covered) funds.commit(task, pphCents);
    return covered;
  });
}

/**
 * The nodes that are still in service. Pilots have not reported yet; only the plan of their own place contains them.
 */
async function lockNodes(tx: Tx, nodeIds: number[]): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>(
    `select n.id from node n where n.id = any($1)
       and (${NODE_IN_SERVICE} or n.pilot_of is not null and n.retired_at is null) order by n.id for no key update`,
    [nodeIds],
  );
  return new Set(rows.map((row) => row.id));
}

/** The tasks that are still waiting. */
async function lockTasks(tx: Tx, resvGuids: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `select t.resv_guid as id from task t where t.resv_guid = any($1)
       and (t.state = 'queued' or ${TASK_TO_PLACE_AGAIN}) order by t.resv_guid for no key update`,
    [resvGuids],
  );
  return new Set(rows.map((row) => row.id));
}

interface RaisedNode {
  nodeId: number;
  nodeKey: string;
  desiredVersion: number;
}

/** Raises each node's desired state once, however many placements it gets. */
async function raiseDesired(tx: Tx, decisions: readonly PlacingDecision[]): Promise<Map<number, RaisedNode>> {
  const nodeIds = unique(decisions.flatMap(({ shares }) => shares.map((share) => share.nodeId)));
  const rows = await tx.query<RaisedNode>(
    `update node set desired_version = desired_version + 1 where id = any($1)
     returning id as "nodeId", node_key as "nodeKey", desired_version as "desiredVersion"`,
    [nodeIds],
  );
  return new Map(rows.map((row) => [row.nodeId, row]));
}

async function writePlacements(
  tx: Tx,
  decisions: readonly PlacingDecision[],
  nodes: ReadonlyMap<number, RaisedNode>,
  now: Date,
): Promise<void> {
  const placements = decisions.flatMap(({ task, shares }) =>
    shares.map(({ nodeId, gpus, fenceOf = null }, rank) => ({
      fenceOf,
      id: randomUUID(),
      resvGuid: task.resvGuid,
      nodeId,
      attempt: task.attempts + 1,
      rank,
      gpus,
      desiredVersion: nodes.get(nodeId)?.desiredVersion ?? 0,
    })),
  );
  // Written by one statement; the primary key of held_gpu refuses a GPU that anyone else holds.
  await tx.query(
    `with given as (
       select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::int[], $6::text[], $7::int[], $9::uuid[])
         as g(id, resv_guid, node_id, attempt, rank, gpus, desired_version, fence_of)
     ), placed as (
       insert into placement (placement_id, resv_guid, node_id, attempt, rank, gpus, desired_version, fence_of, assigned_at)
       select id, resv_guid, node_id, attempt, rank, gpus::int[], desired_version, fence_of, $8 from given
     )
     insert into held_gpu (node_id, gpu, placement_id)
     select node_id, unnest(gpus::int[]), id from given`,
    [
      placements.map((one) => one.id),
      placements.map((one) => one.resvGuid),
      placements.map((one) => one.nodeId),
      placements.map((one) => one.attempt),
      placements.map((one) => one.rank),
      placements.map((one) => `{${one.gpus.join(",")}}`),
      placements.map((one) => one.desiredVersion),
      now,
      placements.map((one) => one.fenceOf),
    ],
  );
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}
