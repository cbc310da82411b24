import { db } from "~/platform/db.server";
import { epochSeconds } from "~/platform/epoch-seconds";
import { readHeld, type HeldUntil } from "../read-node-tasks.server";
import { readPlanned } from "./plan-of-node.server";
import { emptied, type Forecast, forecast, inTurn, type Kind } from "./rolling";

/** Effects of a rolling drain, before it begins. */
export interface RollingPreview {
  /** Free nodes in the order of their turns. */
  nodes: (HeldUntil & { node_name: string; rack: string; drain: number })[];
  /** Nodes that have another plan, which it leaves out. */
  planned: { node: string; plan: string }[];
  /** Tasks on the nodes and their tenants, each once. */
  tasks: number;
  tenants: number;
  gpus: number;
  /** Kinds of GPUs that no node may serve for a while, such as `a5000 in fra1`. */
  emptied: string[];
  forecast: Forecast;
}

interface Chosen {
  id: number;
  node_name: string;
  rack: string;
  drain: number;
  health: string;
}

/** Reads what a rolling drain of these nodes would do to whom. */
export async function previewRolling({
  nodeNames,
  atOnce,
  stayMinutes,
  now,
}: {
  nodeNames: readonly string[];
  atOnce: number;
  stayMinutes: number | null;
  now: Date;
}): Promise<RollingPreview> {
  const all = await db.query<Chosen>(
    `select id, node_name, rack, drain, health from node
     where node_name = any($1::text[]) and retired_at is null and pilot_of is null order by node_name`,
    [nodeNames],
  );
  const planned = await readPlanned(
    db,
    all.map(({ id }) => id),
  );
  const taken = new Set(planned.map(({ node }) => node));
  const chosen = all.filter(({ node_name }) => !taken.has(node_name));
  const names = chosen.map(({ node_name }) => node_name);
  const [held, counts, kinds] = await Promise.all([
    readHeld({ nodeNames: names, now }),
    countHolding(names),
    readKinds(names),
  ]);
  const nodes = chosen
    .map((node) => ({ ...node, nodeId: node.id, ...held(node.node_name) }))
    .sort(inTurn)
    .map(({ id: _id, nodeId: _nodeId, health: _health, ...node }) => node);
  const nowTs = epochSeconds(now);
  const open = nodes.map(({ tasks, endTs }) => ({ turn: "waiting" as const, tasks, endTs, emptyTs: null }));
  return {
    nodes,
    planned,
    ...counts,
    gpus: nodes.reduce((sum, node) => sum + node.gpus, 0),
    emptied: emptied(kinds, atOnce),
    forecast: forecast({ open, done: 0, atOnce, stayMinutes, startedTs: nowTs, nowTs }),
  };
}

/** Counts tasks and tenants once each: a task may hold several of the nodes. */
async function countHolding(names: readonly string[]): Promise<{ tasks: number; tenants: number }> {
  const [counts] = await db.query<{ tasks: number; tenants: number }>(
    `select count(distinct p.resv_guid)::int as tasks, count(distinct t.tenant_id)::int as tenants
     from node n join placement p on p.node_id = n.id and p.ended_at is null join task t on t.resv_guid = p.resv_guid
     where n.node_name = any($1::text[]) and n.retired_at is null and n.pilot_of is null`,
    [names],
  );
  return counts ?? { tasks: 0, tenants: 0 };
}

/** Counts serving nodes by kind of GPU and cluster, in all and among these. */
async function readKinds(names: readonly string[]): Promise<Kind[]> {
  return await db.query<Kind>(
    `select gpu_type || ' in ' || cluster_name as kind, count(*)::int as serving,
       (count(*) filter (where node_name = any($1::text[])))::int as chosen
     from node where retired_at is null and pilot_of is null and drain = 0 and health = 'healthy'
     group by gpu_type, cluster_name order by 1`,
    [names],
  );
}
