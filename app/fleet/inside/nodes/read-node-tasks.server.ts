import { db } from "~/platform/db.server";
import { moneyEndTs } from "~/money/money-end";
import { SPEND_END } from "~/money/own-end-sql";
import { readMoneyOf } from "~/money/read-money.server";
import { DECLARED_END } from "~/compute/capacity-sql.server";
import { STOP_TIMEOUT_S } from "~/compute/review-task";
import { nodeFreeBy, type TaskOnNode } from "./free-by";

type Stored = Omit<TaskOnNode, "money_ts"> & { node_name: string; tenant_id: number; charged: boolean };

/** SQL: the tenant's automatic top-up would run before the balance ends. */
const TOPS_UP = `exists (select from auto_top_up a where a.tenant_id = task.tenant_id
  and a.state in ('watching', 'charging', 'asking', 'resting'))`;

/**
 * Lists tasks that hold GPUs of the node, the oldest first, with the known end of each. Staff who do not see money do
 * not get the ends of balances, which their price makes into balances (23.3).
 */
export async function readNodeTasks(asked: { nodeName: string; seesMoney: boolean; now: Date }): Promise<TaskOnNode[]> {
  const { nodeName, seesMoney, now } = asked;
  const tasks = await readTasksOn({ nodeNames: [nodeName], now });
  return tasks.map(({ node_name: _name, ...task }) =>
    seesMoney ? task : { ...task, money_ts: null, auto_top_up: false },
  );
}

/** Lists tasks that hold GPUs of these nodes. */
export async function readTasksOn({
  nodeNames,
  now,
}: {
  nodeNames: readonly string[];
  now: Date;
}): Promise<(TaskOnNode & { node_name: string })[]> {
  if (nodeNames.length === 0) return [];
  const rows = await db.query<Stored>(
    `select n.node_name, task.resv_guid, task.task_name, tenant.tenant_name, task.state, cardinality(p.gpus) as gpus,
       greatest(task.gpus_granted, cardinality(p.gpus)) as gpus_all, task.pph,
       floor(extract(epoch from p.assigned_at))::int as since_ts,
       floor(extract(epoch from (select ${DECLARED_END} from task t where t.resv_guid = task.resv_guid)))::int as declared_ts,
       floor(extract(epoch from case when task.state = 'running' then ${SPEND_END} end))::int as spend_ts,
       case when task.state = 'stopping'
         then floor(extract(epoch from task.state_at))::int + ${STOP_TIMEOUT_S} end as stopping_ts,
       ${TOPS_UP} as auto_top_up, task.tenant_id, task.state = 'running' as charged
     from node n join placement p on p.node_id = n.id and p.ended_at is null
       join task on task.resv_guid = p.resv_guid join tenant on tenant.id = task.tenant_id
     where n.node_name = any($1::text[]) and n.retired_at is null
     order by p.assigned_at, task.resv_guid`,
    [nodeNames],
  );
  const money = await readMoneyOf({ tenantIds: [...new Set(rows.map((row) => row.tenant_id))], now });
  const endOf = new Map(money.map(({ tenantId, secondsLeft }) => [tenantId, moneyEndTs(secondsLeft, now)]));
  return rows.map(({ tenant_id, charged, ...row }) => ({
    ...row,
    money_ts: charged ? (endOf.get(tenant_id) ?? null) : null,
  }));
}

/** The tasks on a node: their number and tenants, and the latest of their ends, null if one has no known end. */
export interface HeldUntil {
  tasks: number;
  tenants: number;
  gpus: number;
  endTs: number | null;
}

const FREE: HeldUntil = { tasks: 0, tenants: 0, gpus: 0, endTs: null };

/** Reads what holds each of the nodes and until when. */
export async function readHeld(asked: {
  nodeNames: readonly string[];
  now: Date;
}): Promise<(name: string) => HeldUntil> {
  const byNode: Record<string, TaskOnNode[]> = {};
  for (const { node_name, ...task } of await readTasksOn(asked)) (byNode[node_name] ??= []).push(task);
  return (name) => {
    const tasks = byNode[name];
    if (!tasks) return FREE;
    const tenants = new Set(tasks.map(({ tenant_name }) => tenant_name)).size;
    const gpus = tasks.reduce((sum, task) => sum + task.gpus, 0);
    return { tasks: tasks.length, tenants, gpus, endTs: nodeFreeBy(tasks) };
  };
}
