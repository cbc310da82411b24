import { db } from "~/platform/db.server";
import type { NodeTurn } from "./rolling/rolling";
import { IS_PLANNED, PLANS } from "./planned-sql";
import { type HeldUntil, readHeld } from "./read-node-tasks.server";

/** The plans of a node. Times are epoch seconds, null if there is no plan of that kind. */
export interface NodePlans {
  node_name: string;
  cluster_name: string;
  rack: string;
  gpu_type: string;
  /** Time by which it should be empty; it takes no new tasks. */
  empty_by_ts: number | null;
  /** Planned maintenance; without an end, it lasts until staff set Norm. */
  from_ts: number | null;
  to_ts: number | null;
  /** True once the maintenance has begun. */
  open: boolean;
  /** The rolling drain that it is in, and its turn there. */
  rolling: { id: number; name: string; empty_by_ts: number; turn: NodeTurn } | null;
}

/** Reads nodes that have a plan: all of them, or those among these names. */
export async function readPlans({ names = null }: { names?: readonly string[] | null }): Promise<NodePlans[]> {
  return await db.query<NodePlans>(
    `select n.node_name, n.cluster_name, n.rack, n.gpu_type, floor(extract(epoch from d.empty_by))::int as empty_by_ts,
       floor(extract(epoch from w.from_at))::int as from_ts, floor(extract(epoch from w.to_at))::int as to_ts,
       coalesce(w.state = 'open', false) as open,
       case when m.node_id is not null then json_build_object('id', r.id, 'name', r.name,
         'empty_by_ts', floor(extract(epoch from r.empty_by))::int, 'turn', m.state) end as rolling
     from node n ${PLANS}
     where n.retired_at is null and n.pilot_of is null and ($1::text[] is null or n.node_name = any($1))
       and ${IS_PLANNED}
     order by n.node_name`,
    [names],
  );
}

/** A node's plans with what holds it. */
export type HeldPlans = NodePlans & HeldUntil;

/** Reads the plans of these nodes, by name, with their tasks and when they are free. */
export async function readHeldPlans(given: {
  names: readonly string[];
  now: Date;
}): Promise<Record<string, HeldPlans>> {
  const plans = await readPlans(given);
  const held = await readHeld({ nodeNames: plans.map(({ node_name }) => node_name), now: given.now });
  return Object.fromEntries(plans.map((plan) => [plan.node_name, { ...plan, ...held(plan.node_name) }]));
}
