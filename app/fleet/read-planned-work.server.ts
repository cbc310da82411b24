import { readHeld } from "./inside/nodes/read-node-tasks.server";
import { type HeldPlans, type NodePlans, readPlans } from "./inside/nodes/read-plans.server";
import { readOpenRolling, type RollingBrief } from "./inside/nodes/rolling/read-rolling.server";

/** A node's plan, or a rolling drain, on the day of its date. */
export interface WorkEntry {
  /** Epoch seconds. */
  ts: number;
  node: HeldPlans | null;
  rolling: RollingBrief | null;
}

/** Reads planned work by date: one page of it, with what runs on the nodes of that page. */
export async function readPlannedWork({ page, size, now }: { page: number; size: number; now: Date }) {
  const [rolling, plans] = await Promise.all([readOpenRolling({ now }), readPlans({})]);
  const all = entriesOf(plans, rolling);
  const pages = Math.max(1, Math.ceil(all.length / size));
  const at = Math.min(pages, page);
  const shown = all.slice((at - 1) * size, at * size);
  const names = shown.flatMap(({ node }) => (node ? [node.node_name] : []));
  const held = await readHeld({ nodeNames: names, now });
  const entries = shown.map(({ ts, node, rolling: of }): WorkEntry => {
    return { ts, node: node && { ...node, ...held(node.node_name) }, rolling: of };
  });
  return { entries, rolling, plans, found: all.length, page: at, pages };
}

/** Orders plans by date. Nodes of a rolling drain are part of its entry. */
function entriesOf(plans: NodePlans[], rolling: RollingBrief[]) {
  const single = plans
    .filter((plan) => !plan.rolling)
    .map((node) => ({ ts: node.from_ts ?? node.empty_by_ts ?? 0, node, rolling: null }));
  const several = rolling.map((plan) => ({ ts: plan.empty_by_ts, node: null, rolling: plan }));
  return [...single, ...several].sort((one, other) => one.ts - other.ts);
}
