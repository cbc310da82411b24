import { randomBytes } from "node:crypto";
import { db, transaction, type Tx } from "~/platform/db.server";
import { holdRight } from "~/platform/hold-right.server";
import { announce } from "~/platform/announce.server";
import { M } from "~/compute/messages";
import { nodesOf } from "~/compute/gpu-sizes";
import { Refusal } from "~/platform/refusal";
import { decrypt, encrypt, randomSecret } from "~/platform/secret.server";
import { isFinal, type TaskState } from "~/compute/task-states";
import { TASK_GPUS } from "~/compute/find-task-access.server";
import { portOrigin } from "~/compute/port-host";
import { isPort, PORTS_MAX } from "./ports";
import { env } from "~/platform/env.server";

/** Bytes of a task's label. It is hexadecimal, because host names ignore case. */
const LABEL_BYTES = 10;
const TOKEN_PREFIX = "mrt_";

interface OwnTask {
  tenantId: number;
  resvGuid: string;
  /** User who acts, for the task's history. */
  userId: number;
  now: Date;
}

type ChangedTask = Pick<OwnTask, "resvGuid" | "now"> & { userId: number | null };

/** An open port with its URL; it is open on each node of the task. */
export interface OpenPort {
  port: number;
  /** URL on the first node. */
  url: string;
  nodes: { node: number; url: string }[];
  /** Epoch seconds. */
  opened_ts: number;
}

/** Checks whether ports of tasks can be reached from outside. */
export function arePortsOffered(): boolean {
  return env.TASK_HOST !== undefined;
}

/** The open ports of one of the tenant's tasks, in their order. */
export async function listTaskPorts({
  tenantId,
  resvGuid,
}: {
  tenantId: number;
  resvGuid: string;
}): Promise<OpenPort[]> {
  const rows = await db.query<{ port: number; label: string; gpus: number; opened_ts: number }>(
    `select o.port, d.label, ${TASK_GPUS} as gpus, floor(extract(epoch from o.opened_at))::int as opened_ts
     from task_port o join task_door d on d.resv_guid = o.resv_guid join task t on t.resv_guid = d.resv_guid
     where t.resv_guid = $1 and t.tenant_id = $2 order by o.port`,
    [resvGuid, tenantId],
  );
  const host = env.TASK_HOST;
  if (host === undefined) return [];
  return rows.map(({ port, label, gpus, opened_ts }) => {
    const url = (node: number) => `${portOrigin({ port, node, label }, host)}/`;
    const nodes = Array.from({ length: nodesOf(gpus) }, (_, rank) => ({ node: rank + 1, url: url(rank + 1) }));
    return { port, url: url(1), nodes, opened_ts };
  });
}

/**
 * Opens a port of the tenant's task to its members and to holders of the task's token. Idempotent.
 * @throws Refusal M04 (404), M33 (409) when the task has ended, M291 to M293.
 */
export async function openTaskPort({ port, ...task }: OwnTask & { port: number }): Promise<void> {
  if (!arePortsOffered()) throw new Refusal(M.portsNotOffered);
  if (!isPort(port)) throw Refusal.ofField("port", M.wrongPort);
  await transaction(async (tx) => {
    const own = await lockUnfinished(tx, task);
    await makeDoor(tx, task.resvGuid);
    const before = await tx.query<{ port: number }>(`select port from task_port where resv_guid = $1`, [task.resvGuid]);
    if (before.some((open) => open.port === port)) return;
    if (before.length >= PORTS_MAX) throw Refusal.ofField("port", M.tooManyPorts);
    await tx.query(`insert into task_port (resv_guid, port, opened_at) values ($1, $2, $3)`, [
      task.resvGuid,
      port,
      task.now,
    ]);
    await recordChange(tx, task, `port ${port} opened${onNodes(own)}`);
  });
}

/** Opens the ports that a new task's template names; none if ports cannot be reached here. */
export async function openFirstPorts(
  tx: Tx,
  { resvGuid, ports, now }: { resvGuid: string; ports: readonly number[]; now: Date },
): Promise<void> {
  if (ports.length === 0 || !arePortsOffered()) return;
  await makeDoor(tx, resvGuid);
  await tx.query(`insert into task_port (resv_guid, port, opened_at) select $1, unnest($2::int[]), $3`, [
    resvGuid,
    ports,
    now,
  ]);
}

/** Closes a port and its open connections. Idempotent. @throws Refusal M04 (404). */
export async function closeTaskPort({ port, ...task }: OwnTask & { port: number }): Promise<void> {
  await transaction(async (tx) => {
    const own = await lockOwn(tx, task);
    const closed = await tx.query(`delete from task_port where resv_guid = $1 and port = $2 returning port`, [
      task.resvGuid,
      port,
    ]);
    if (closed.length > 0) await recordChange(tx, task, `port ${port} closed${onNodes(own)}`);
  });
}

/**
 * The token that opens the ports of one of the tenant's tasks to programs, made at first need. @throws Refusal M04
 * (404), M33 (409).
 */
export async function readPortToken(task: OwnTask): Promise<string> {
  const token = await transaction(async (tx) => {
    await lockUnfinished(tx, task);
    return await makeDoor(tx, task.resvGuid);
  });
  // The token was created under another MILLRACE_SECRET, so it no longer works.
  return decrypt(token) ?? (await renewPortToken(task));
}

/**
 * Gives the task a new token. Connections that used the old one, or a browser, are closed and need a new request.
 * @throws Refusal M04 (404), M33 (409).
 */
export async function renewPortToken(task: OwnTask): Promise<string> {
  return await transaction(async (tx) => {
    await lockUnfinished(tx, task);
    await makeDoor(tx, task.resvGuid);
    return await putToken(tx, task);
  });
}

/** Renews the tokens of locked tasks that have one, without a request of their tenant. */
export async function renewTokens(
  tx: Tx,
  { resvGuids, now }: { resvGuids: readonly string[]; now: Date },
): Promise<void> {
  for (const resvGuid of resvGuids) await putToken(tx, { resvGuid, userId: null, now });
}

async function putToken(tx: Tx, task: ChangedTask): Promise<string> {
  const token = TOKEN_PREFIX + randomSecret();
  await tx.query(`update task_door set token = $2, generation = generation + 1 where resv_guid = $1`, [
    task.resvGuid,
    encrypt(token),
  ]);
  await recordChange(tx, task, "token of its ports renewed");
  return token;
}

/** Creates the task's label and token, and returns the token, encrypted. */
async function makeDoor(tx: Tx, resvGuid: string): Promise<string> {
  const [door] = await tx.query<{ token: string }>(
    `insert into task_door (resv_guid, label, token) values ($1, $2, $3)
     on conflict (resv_guid) do update set resv_guid = excluded.resv_guid returning token`,
    [resvGuid, randomBytes(LABEL_BYTES).toString("hex"), encrypt(TOKEN_PREFIX + randomSecret())],
  );
  if (!door) throw new Error(`task ${resvGuid} got no door`);
  return door.token;
}

interface LockedOwn {
  taskName: string;
  state: TaskState;
  /** GPUs granted, or wanted before the task is placed. */
  gpus: number;
}

async function lockOwn(tx: Tx, own: OwnTask): Promise<LockedOwn> {
  await holdRight(tx, own, "tasks.act");
  const [task] = await tx.query<LockedOwn>(
    `select task_name as "taskName", state, ${TASK_GPUS} as gpus
     from task where resv_guid = $1 and tenant_id = $2 for no key update`,
    [own.resvGuid, own.tenantId],
  );
  if (!task) throw new Refusal(M.notFound, { status: 404 });
  return task;
}

async function lockUnfinished(tx: Tx, own: OwnTask): Promise<LockedOwn> {
  const task = await lockOwn(tx, own);
  if (isFinal(task.state)) throw new Refusal(M.noUnfinishedTask({ task_name: task.taskName }), { status: 409 });
  return task;
}

function onNodes({ gpus }: LockedOwn): string {
  return nodesOf(gpus) === 1 ? "" : ` on its ${nodesOf(gpus)} nodes`;
}

/** Adds an event to the task's history. Workers then check the open connections to its ports again. */
async function recordChange(tx: Tx, { resvGuid, userId, now }: ChangedTask, text: string): Promise<void> {
  await tx.query(
    `insert into task_event (resv_guid, at, from_state, to_state, text, user_id)
     select resv_guid, $2, state, state, $3, $4 from task where resv_guid = $1`,
    [resvGuid, now, text, userId],
  );
  await announce(tx, [{ entity: "task", key: resvGuid }]);
}
