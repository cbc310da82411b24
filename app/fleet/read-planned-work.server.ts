import { readHeld } from "./inside/nodes/read-node-tasks.server";
import { type HeldPlans, type NodePlans, readPlans } from "./inside/nodes/read-plans.server";
import { readRolling, type Rolling } from "./inside/nodes/rolling/read-rolling.server";

/** A rolling drain with the numbers of its nodes. */
export type RollingBrief = Omit<Rolling, "nodes"> & { counts: TurnCounts };

/** Numbers of nodes; those that left the plan do not count. */
interface TurnCounts {
  all: number;
  done: number;
  out: number;
  waiting: number;
}

/** A node's plan, or a rolling drain, on the day of its date. */
export interface WorkEntry {
  /** Epoch seconds. */
  ts: number;
  node: HeldPlans | null;
  rolling: RollingBrief | null;
}

/** Reads planned work by date: one page of it, with what runs on the nodes of that page. */
export async function readPlannedWork({ page, size, now }: { page: number; size: number; now: Date }) {
  const [rolling, plans] = await Promise.all([readRolling({ now }), readPlans({})]);
  const all = entriesOf(plans, rolling);
  const pages = Math.max(1, Math.ceil(all.length / size));
  const at = Math.min(pages, page);
  const shown = all.slice((at - 1) * size, at * size);
  const names = shown.flatMap(({ node }) => (node ? [node.node_name] : []));
  const held = await readHeld({ nodeNames: names, now });
  const entries = shown.map(({ ts, node, rolling: of }): WorkEntry => {
    return { ts, node: node && { ...node, ...held(node.node_name) }, rolling: of && briefOf(of) };
  });
  return { entries, rolling: rolling.map(briefOf), plans, found: all.length, page: at, pages };
}

/** Orders plans by date. Nodes of a rolling drain are part of its entry. */
function entriesOf(plans: NodePlans[], rolling: Rolling[]) {
  const single = plans
    .filter((plan) => !plan.rolling)
    .map((node) => ({ ts: node.from_ts ?? node.empty_by_ts ?? 0, node, rolling: null }));
  const several = rolling.map((plan) => ({ ts: plan.empty_by_ts, node: null, rolling: plan }));
  return [...single, ...several].sort((one, other) => one.ts - other.ts);
}

/** Counts the nodes, which are listed on the plan's own page. */
function briefOf({ nodes, ...plan }: Rolling): RollingBrief {
  return { ...plan, counts: countTurns({ nodes }) };
}

export function countTurns({ nodes }: Pick<Rolling, "nodes">): TurnCounts {
  const of = (...turns: string[]) => nodes.filter(({ turn }) => turns.includes(turn)).length;
  return { all: nodes.length - of("left"), done: of("done"), out: of("draining", "out"), waiting: of("waiting") };
}
