import { AT_ONCE_S, judgeFleet } from "~/fleet/fleet-silence";
import { chanceOf } from "~/platform/chance";
import { groupBy } from "~/platform/group-by";
import { FLEET_SILENT_MINUTES_DEFAULT, FLEET_SILENT_NODES_DEFAULT } from "~/platform/node-threshold";
import type { Past, PastNode, Variant } from "./plan";
import type { ServiceChange } from "./replay";

const MONTH_S = 30 * 86_400;
/** Spreads the seeds of nodes with neighbouring ids. */
const SPREAD = 0x9e3779b1;
/** Changes that are made between two turns: some milliseconds of work. */
const CHANGES_PER_TURN = 10_000;

/**
 * When the nodes take tasks, with the variant's failures. A task that a lost node ended in the past is known only up to
 * then: where the node is not lost, it ends at that age by itself. Works in turns of a few milliseconds.
 */
export function* changeService(
  past: Past,
  nodes: readonly PastNode[],
  { failures, breaker }: Variant,
  seed: number,
): Generator<undefined, readonly ServiceChange[]> {
  const ids = new Set(nodes.map(({ nodeId }) => nodeId));
  const own = past.changes.filter(({ nodeId }) => ids.has(nodeId));
  if (failures.kind === "own") return breaker === null ? own : withBreaker(own, nodes, breaker);
  const planned = own.filter(({ becomes }) => becomes !== "lost");
  if (failures.kind === "none") return planned;
  const plannedOf = groupBy(planned, ({ nodeId }) => nodeId);
  const changes: ServiceChange[] = [];
  for (const { nodeId } of nodes)
    for (const change of failing(past, { nodeId, planned: plannedOf.get(nodeId) ?? [], seed, ...failures })) {
      changes.push(change);
      if (changes.length % CHANGES_PER_TURN === 0) yield;
    }
  changes.sort(byTime);
  return breaker === null ? changes : withBreaker(changes, nodes, breaker);
}

/** Failures of one node at random moments; after its repair it is what was planned for that time. */
function* failing(
  { fromS, untilS }: Past,
  given: { nodeId: number; planned: readonly ServiceChange[]; seed: number; perNodeMonth: number; repairHours: number },
): Generator<ServiceChange> {
  const { nodeId, planned, perNodeMonth, repairHours } = given;
  const chance = chanceOf(given.seed ^ Math.imul(nodeId, SPREAD));
  const next = () => Math.max(1, Math.round((-Math.log(1 - chance.next()) * MONTH_S) / perNodeMonth));
  const repairS = Math.round(repairHours * 3600);
  let backS = -Infinity;
  let at = 0;
  for (let lostS = fromS + next(); lostS < untilS; lostS = backS + next()) {
    for (let change = planned[at]; change && change.atS < lostS; change = planned[++at]) yield change;
    yield { atS: lostS, nodeId, becomes: "lost" };
    backS = lostS + repairS;
    while ((planned[at]?.atS ?? Infinity) <= backS) at += 1;
    yield { atS: backS, nodeId, becomes: planned[at - 1]?.becomes ?? "in service" };
  }
  yield* planned.slice(at);
}

/**
 * Losses that count as an outage of our own network end nothing: their nodes take no tasks until they are back, as in
 * the product, with its numbers. After half an hour the nodes count as lost all the same.
 */
function withBreaker(
  changes: readonly ServiceChange[],
  nodes: readonly PastNode[],
  share: number,
): readonly ServiceChange[] {
  const clusterOf = new Map(nodes.map(({ nodeId, clusterName }) => [nodeId, clusterName]));
  const spared = new Set<ServiceChange>();
  const settings = {
    share,
    nodes: FLEET_SILENT_NODES_DEFAULT,
    deadAfterSeconds: FLEET_SILENT_MINUTES_DEFAULT * 60,
  };
  const losses = changes.filter(({ becomes }) => becomes === "lost");
  for (const [clusterName, lost] of groupBy(losses, ({ nodeId }) => clusterOf.get(nodeId) ?? "")) {
    const all = nodes.filter((node) => node.clusterName === clusterName).length;
    let next = 0;
    for (const [index, { atS }] of lost.entries()) {
      while ((lost[next]?.atS ?? Infinity) < atS + AT_ONCE_S) next += 1;
      const together = lost.slice(index, next);
      const fresh = new Set(together.map(({ nodeId }) => nodeId)).size;
      if (judgeFleet(null, { all, silent: fresh, fresh }, settings, new Date(atS * 1000)) === "begin")
        for (const one of together) spared.add(one);
    }
  }
  if (spared.size === 0) return changes;
  const ofNode = groupBy(changes, ({ nodeId }) => nodeId);
  return changes
    .flatMap((change): ServiceChange[] => {
      if (!spared.has(change)) return [change];
      const own = ofNode.get(change.nodeId) ?? [];
      const deadS = change.atS + settings.deadAfterSeconds;
      const back = own[own.indexOf(change) + 1];
      const silent: ServiceChange = { ...change, becomes: "draining" };
      return back && back.atS <= deadS ? [silent] : [silent, { ...change, atS: deadS }];
    })
    .sort(byTime);
}

function byTime(a: ServiceChange, b: ServiceChange): number {
  return a.atS - b.atS;
}
