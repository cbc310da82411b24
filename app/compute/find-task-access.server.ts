import { db } from "~/platform/db.server";
import { fingerprintOfLine } from "~/platform/fingerprint.server";
import { nodesOf } from "./gpu-sizes";
import type { TaskState } from "./task-states";

/** The node and the worker through which a task can be reached now. */
export interface TaskAccess {
  resvGuid: string;
  tenantId: number;
  taskName: string;
  state: TaskState;
  /** GPUs granted, or wanted before the task is placed. */
  gpus: number;
  /** Placement on the requested node, while it runs. */
  placementId: string | null;
  nodeId: number | null;
  /** Address of the worker that holds the connection of the node's agent; null: no worker does. */
  workerUrl: string | null;
}

/** Access to a task's ports. */
export interface PortAccess extends TaskAccess {
  label: string;
  /** Encrypted. */
  token: string;
  generation: number;
  /** Ports that its tenant opened. */
  ports: number[];
}

/** The requested node of the task, from 1. */
interface AskedNode {
  node: number;
}

/** GPUs of a task: granted, or wanted before it is placed. */
export const TASK_GPUS = "greatest(gpus_granted, gpus_min)";

const ACCESS = `t.resv_guid as "resvGuid", t.tenant_id as "tenantId", t.task_name as "taskName", t.state, ${TASK_GPUS} as gpus,
  p.placement_id as "placementId", p.node_id as "nodeId", l.worker_url as "workerUrl"`;

const placedOn = (node: `$${number}`) => `left join lateral (select placement_id, node_id from placement p
    where p.resv_guid = t.resv_guid and p.rank = ${node}::int - 1 and p.state = 'running' and p.ended_at is null
    order by p.attempt desc limit 1) p on t.state = 'running'
  left join agent_link l on l.node_id = p.node_id`;

/** Finds a node of one of the tenant's tasks; null for another tenant's task or a missing node. */
export async function findTaskAccess(
  asked: AskedNode & { resvGuid: string; tenantId: number },
): Promise<TaskAccess | null> {
  const [access] = await db.query<TaskAccess>(
    `select ${ACCESS} from task t ${placedOn("$3")} where t.resv_guid = $1 and t.tenant_id = $2`,
    [asked.resvGuid, asked.tenantId, asked.node],
  );
  return access && asked.node <= nodesOf(access.gpus) ? access : null;
}

/** Finds the access that a label names on a node, or null. */
export async function findPortAccess({ label, node }: AskedNode & { label: string }): Promise<PortAccess | null> {
  const [access] = await db.query<PortAccess>(
    `select ${ACCESS}, d.label, d.token, d.generation,
       array(select port from task_port o where o.resv_guid = d.resv_guid order by port) as ports
     from task_door d join task t on t.resv_guid = d.resv_guid ${placedOn("$2")} where d.label = $1`,
    [label, node],
  );
  return access && node <= nodesOf(access.gpus) ? access : null;
}

/** Access to a task by SSH through a port of the gateway. */
export interface SshAccess extends TaskAccess {
  port: number;
  /** Fingerprint of the key that opens the task; empty: none does. */
  key: string;
  /** Fingerprints of the keys that its server accepts, as its node reported last; null: unknown. */
  accepted: string[] | null;
}

/** Finds the task that has a port of the SSH gateway, until it stops or its placement has ended; or null. */
export async function findSshAccess({ port }: { port: number }): Promise<SshAccess | null> {
  const [access] = await db.query<SshAccess>(
    `select ${ACCESS}, s.port, t.ssh_public_key as key, p.ssh_keys as accepted from ssh_port s join placement held on held.placement_id = s.placement_id
       join task t on t.resv_guid = held.resv_guid
       left join placement p on p.placement_id = held.placement_id and p.state = 'running' and t.state = 'running'
       left join agent_link l on l.node_id = p.node_id
     where s.port = $1 and held.ended_at is null and t.finished_at is null and t.state <> 'stopping'`,
    [port],
  );
  return access ? { ...access, key: fingerprintOfLine(access.key) } : null;
}
