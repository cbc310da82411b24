import { readHeld } from "~/fleet/inside/nodes/read-node-tasks.server";
import { type HeldPlans, type NodePlans, readPlans } from "~/fleet/inside/nodes/read-plans.server";
import { readRolling, type Rolling } from "~/fleet/inside/nodes/rolling/read-rolling.server";
import { pageNumber } from "~/platform/http/page-number";
import { stripOf } from "./strip";

const ENTRIES_A_PAGE = 50;

/** A node's plan, or a rolling drain, on the day of its date. */
export interface Entry {
  ts: number;
  node: HeldPlans | null;
  rolling: Brief | null;
}

/** Reads the calendar of planned work: rolling drains, one page of entries by date, and four weeks by cluster and rack. */
export async function readMaintenance({ search, now }: { search: URLSearchParams; now: Date }) {
  const [rolling, plans] = await Promise.all([readRolling({ now }), readPlans({})]);
  const all = entriesOf(plans, rolling);
  const pages = Math.max(1, Math.ceil(all.length / ENTRIES_A_PAGE));
  const page = Math.min(pages, pageNumber(search, "page"));
  const shown = all.slice((page - 1) * ENTRIES_A_PAGE, page * ENTRIES_A_PAGE);
  const names = shown.flatMap(({ node }) => (node ? [node.node_name] : []));
  const held = await readHeld({ nodeNames: names, now });
  const entries = shown.map(({ ts, node, rolling: of }): Entry => {
    return { ts, node: node && { ...node, ...held(node.node_name) }, rolling: of && briefOf(of) };
  });
  return {
    rolling: rolling.map(briefOf),
    entries,
    found: all.length,
    page,
    pages,
    out: plans.filter(({ open, empty_by_ts }) => open || empty_by_ts !== null).length,
    strip: stripOf(plans, now),
    nowTs: Math.floor(now.getTime() / 1000),
  };
}

export type MaintenanceScreen = Awaited<ReturnType<typeof readMaintenance>>;

type Brief = Omit<Rolling, "nodes"> & { counts: ReturnType<typeof countsOf> };

/** Counts the nodes, which are listed on the plan's own page. */
function briefOf({ nodes, ...plan }: Rolling): Brief {
  return { ...plan, counts: countsOf({ nodes }) };
}

/** Numbers of a rolling drain's nodes. */
export function countsOf({ nodes }: Pick<Rolling, "nodes">) {
  const of = (...turns: string[]) => nodes.filter(({ turn }) => turns.includes(turn)).length;
  return { all: nodes.length - of("left"), done: of("done"), out: of("draining", "out"), waiting: of("waiting") };
}

/** Plans by date. Nodes of a rolling drain are part of its entry. */
export function entriesOf(plans: NodePlans[], rolling: Rolling[]) {
  const single = plans
    .filter((plan) => !plan.rolling)
    .map((node) => ({ ts: node.from_ts ?? node.empty_by_ts ?? 0, node, rolling: null }));
  const several = rolling.map((plan) => ({ ts: plan.empty_by_ts, node: null, rolling: plan }));
  return [...single, ...several].sort((one, other) => one.ts - other.ts);
}
