import type { Queryable, Tx } from "~/platform/db.server";
import type { LockedPlacement, LockedTask } from "./locked-task";

/** Thrown when rows changed before they could be locked: the transaction is retried from its start. */
class LostRace extends Error {
  readonly code = "40001";
}

/**
 * Locks, in the common order, the nodes of these tasks' placements (and `nodeIds`), then the tasks, and returns the
 * tasks in their present state. Skips unknown tasks.
 */
export async function lockTasks(
  tx: Tx,
  { resvGuids, nodeIds = [] }: { resvGuids: readonly string[]; nodeIds?: readonly number[] },
): Promise<LockedTask[]> {
  const locked = await lockNodes(tx, resvGuids, nodeIds);
  await tx.query(`select from task where resv_guid = any($1::uuid[]) order by resv_guid for no key update`, [
    resvGuids,
  ]);
  const tasks = await readTasks(tx, resvGuids);
  const unlocked = tasks.some((task) =>
    task.placements.some((placement) => placement.endedAt === null && !locked.has(placement.nodeId)),
  );
  if (unlocked) throw new LostRace("a task was placed meanwhile");
  return tasks;
}

/** One array of ids is found by the index; with `or id in (…)` PostgreSQL reads every node. */
async function lockNodes(tx: Tx, resvGuids: readonly string[], nodeIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>(
    `select id from node where id = any($2::int[] || array(
       select node_id from placement where resv_guid = any($1::uuid[]) and ended_at is null))
     order by id for no key update`,
    [resvGuids, nodeIds],
  );
  return new Set(rows.map((row) => row.id));
}

/**
 * The first critical finding on a GPU of the task, or on all GPUs of its node, since it has them; one from just before
 * keeps the node out of service. A pilot's GPUs may have been reset since an event of its kernel log, before its engine
 * lent them. An error of the customer's own program does not count, nor does one on a part of the node that no task holds.
 */
const FAULT = `coalesce((select f.text || coalesce(' on GPU ' || f.gpu_id, '') from placement p join node n on n.id = p.node_id
    join node_finding f on f.node_id = n.id
  where p.resv_guid = task.resv_guid and p.attempt = task.attempts + 1
    and f.severity = 'critical' and f.action <> 'customer' and (f.last_at >= p.assigned_at or n.health = 'error' and f.cleared_at is null
      and (n.pilot_of is null or f.name !~ '^(xid|sxid|uvm)-'))
    and (f.gpu_id = any(p.gpus) or f.gpu_id is null and (f.name = 'uvm-fatal' or f.name like 'sxid-%'))
    and f.first_at <= coalesce(p.ended_at, f.first_at) order by f.first_at, f.id limit 1), '')`;

/** Placements (`p`) with their nodes (`n`). */
const PLACEMENTS = `select p.placement_id as "placementId", p.resv_guid as "resvGuid", p.node_id as "nodeId",
     n.node_name as "nodeName", n.health as "nodeHealth", n.reported_at as "nodeReportedAt", p.attempt, p.rank,
     p.state, p.run, p.desired_version as "desiredVersion", p.assigned_at as "assignedAt",
     p.running_at as "runningAt", p.seen_running_at as "seenRunningAt", p.ended_at as "endedAt",
     p.failed_at as "failedAt", p.incident, p.ssh_addr as "sshAddr", p.ssh_host_key as "sshHostKey",
     p.ssh_keys as "sshKeys", s.port as "sshPort",
     p.exit_code as "exitCode", p.message
   from placement p join node n on n.id = p.node_id left join ssh_port s on s.placement_id = p.placement_id`;

/** The placements that hold GPUs of these nodes. */
export async function readOpenPlacements(q: Queryable, nodeIds: readonly number[]): Promise<LockedPlacement[]> {
  return await q.query<LockedPlacement>(`${PLACEMENTS} where p.node_id = any($1::int[]) and p.ended_at is null`, [
    nodeIds,
  ]);
}

/** Reads the tasks with their placements. Call it again under the same locks to see later writes. */
export async function readTasks(tx: Tx, resvGuids: readonly string[]): Promise<LockedTask[]> {
  const tasks = await tx.query<Omit<LockedTask, "placements">>(
    `select resv_guid as "resvGuid", tenant_id as "tenantId", task_name as "taskName", agent, state,
       state_at as "stateAt", stop_target as "stopTarget", reason, exit_code as "exitCode", attempts, incidents,
       started_at as "startedAt", charged_to as "chargedTo", stop_at as "stopAt", ${FAULT} as fault
     from task where resv_guid = any($1::uuid[]) order by resv_guid`,
    [resvGuids],
  );
  const placements = await tx.query<LockedPlacement>(
    `${PLACEMENTS} join task t on t.resv_guid = p.resv_guid
     where p.resv_guid = any($1::uuid[]) and (p.ended_at is null or p.attempt = t.attempts + 1)
     order by p.rank, p.placement_id`,
    [resvGuids],
  );
  const complete = new Map(tasks.map((task) => [task.resvGuid, { ...task, placements: [] as LockedPlacement[] }]));
  for (const placement of placements) complete.get(placement.resvGuid)?.placements.push(placement);
  return [...complete.values()];
}
