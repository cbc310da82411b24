import { PLACING_RULES, type PlacingRules } from "~/compute/placing-rules";
import { MANY_WAIT_S, OWN_TASK_S } from "~/compute/placing-times";
import { GPUS_PER_NODE, NETWORKS_WITH_PORT, nodesOf } from "~/compute/gpu-sizes";
import type { FreeNode, GpuRequest } from "./free-pool";
import { meetsNeeds } from "./node-needs";

/** Nodes fenced for one task (S11). */
export interface HoldOfRow {
  resvGuid: string;
  nodeIds: number[];
}

/** Time between two moments at which a hold may move by time alone. */
const STEP_MS = 600_000;

/** Checks whether a task that does not fit may get a hold, ignoring its money (S11). */
export function mayHold(
  task: { gpusMin: number; acceptedAt: Date },
  now: Date,
  { holdAfterS, holdFromGpus }: PlacingRules = PLACING_RULES,
): boolean {
  return task.gpusMin >= holdFromGpus && now.getTime() - task.acceptedAt.getTime() >= holdAfterS * 1000;
}

/**
 * Returns the strength of a task's claim to the hold (S11). It rises with the waiting time, and falls with the GPUs that
 * its tenant would have before it (S10).
 */
export function claimOf({ acceptedAt }: { acceptedAt: Date }, gpusBefore: number, now: Date): number {
  return (now.getTime() - acceptedAt.getTime()) / (1 + gpusBefore);
}

/**
 * The nodes to fence for a request, exactly as many as it needs whatever runs on them now (S11): first those on which it
 * fits, of which already fenced ones come first, then those expected to be free soonest. That time counts once for each GPU
 * that is missing, so that a node that empties keeps its fence. Null when too few nodes suit it, or too
 * few of a hold of many nodes are free soon enough.
 */
export function chooseHold(
  request: GpuRequest,
  nodes: readonly FreeNode[],
  now: Date,
  fencedBefore: readonly number[] = [],
): number[] | null {
  const needed = nodesOf(request.gpus);
  const nowMs = nextStepOf(now);
  const mostMs = mostWaitOf(request, nowMs);
  const best: Candidate[] = [];
  for (const node of nodes) {
    if (!suits(request, node) || isBlockedByOwn(request, node, now)) continue;
    const worst = best[needed - 1];
    // Most nodes are in use, and free later than those found: they are passed over without another look.
    const missing = Math.min(request.gpus, node.gpus) - node.freeGpus.length;
    const fits = missing <= 0;
    const expectedMs = expectedWait(node, nowMs);
    if (!fits && expectedMs > mostMs) continue;
    const waitMs = fits ? FITS_MS : expectedMs * missing;
    if (worst && worst.waitMs < waitMs) continue;
    const candidate = { node, waitMs, fenced: fits && fencedBefore.includes(node.nodeId) };
    if (worst && sooner(worst, candidate) < 0) continue;
    // Few are needed and most nodes are no better than those found, so there is no sorting.
    if (worst) best.pop();
    const at = best.findIndex((one) => sooner(candidate, one) < 0);
    best.splice(at < 0 ? best.length : at, 0, candidate);
  }
  return best.length < needed ? null : best.map(({ node }) => node.nodeId);
}

/** Returns the longest time for which a hold may wait for a node, in ms: if it has many, half that of its task, or an hour. */
function mostWaitOf({ manySince }: GpuRequest, nowMs: number): number {
  return manySince ? Math.max((nowMs - manySince.getTime()) / 2, MANY_WAIT_S * 1000) : Infinity;
}

/** Returns the end of the present step, in ms, as of which nodes are chosen: a rehearsal plans at the same moments. */
export function nextStepOf(now: Date): number {
  return (Math.floor(now.getTime() / STEP_MS) + 1) * STEP_MS;
}

/** Less than each wait for a node on which the request does not fit. */
const FITS_MS = -Number.MAX_VALUE;

interface Candidate {
  node: FreeNode;
  /** The request fits, and it is fenced already. */
  fenced: boolean;
  waitMs: number;
}

/**
 * Estimates how long the node will be in use: until its declared end, or for as long as its oldest placement has already
 * run, since long runs tend to continue.
 */
function expectedWait({ freeBy, busySince }: FreeNode, nowMs: number): number {
  return freeBy ? Math.max(0, freeBy.getTime() - nowMs) : nowMs - (busySince?.getTime() ?? nowMs);
}

function sooner(a: Candidate, b: Candidate): number {
  return (
    a.waitMs - b.waitMs ||
    Number(b.fenced) - Number(a.fenced) ||
    inUse(a.node) - inUse(b.node) ||
    (a.node.nodeName < b.node.nodeName ? -1 : 1)
  );
}

/** Returns the most nodes that are few in a row: a third of all, rounded up (S11). */
export function fewOf(nodes: readonly FreeNode[]): number {
  return Math.ceil(nodes.length / 3);
}

/** Checks whether a hold for these GPUs would fence more than few nodes of the row. */
export function needsMany(gpus: number, nodes: readonly FreeNode[]): boolean {
  return nodesOf(gpus) > fewOf(nodes);
}

/** Checks whether few of the row's nodes could hold the request when empty. */
export function suitsFew(request: GpuRequest, nodes: readonly FreeNode[]): boolean {
  // The node with its volume is the only one.
  if (typeof request.needs?.nodeId === "number") return true;
  let left = fewOf(nodes);
  for (const node of nodes) if (suits(request, node) && --left < 0) return false;
  return true;
}

/** Checks whether the node could hold the request, or a node of its gang, when empty. */
export function suits({ gpus, network, needs, image, tenantId }: GpuRequest, node: FreeNode): boolean {
  const size = gpus > GPUS_PER_NODE ? node.gpus === GPUS_PER_NODE : node.gpus >= gpus;
  if (needs && !meetsNeeds(needs, node)) return false;
  if (image && node.withoutRoomFor?.includes(image)) return false;
  // Others may start there meanwhile.
  if (tenantId !== undefined && node.avoidedBy?.includes(tenantId)) return false;
  return size && (!NETWORKS_WITH_PORT.includes(network) || node.ibsActive >= 1);
}

/**
 * Checks whether tasks of the request's own tenant that run for long leave too few GPUs of the node. The tenant can end
 * them, so no hold waits for that (S11).
 */
export function isBlockedByOwn({ gpus, tenantId }: GpuRequest, node: FreeNode, now: Date): boolean {
  if (tenantId === undefined || !node.stays) return false;
  const before = longBefore(now);
  let left = node.gpus;
  for (const { tenantId: owner, from, gpus: taken } of node.stays) {
    if (owner === tenantId && from < before) left -= taken;
  }
  return left < Math.min(gpus, node.gpus);
}

/** Returns the moment before which a task that runs for long has begun (S11). */
export function longBefore(now: Date): Date {
  return new Date(nextStepOf(now) - OWN_TASK_S * 1000);
}

function inUse(node: FreeNode): number {
  return node.gpus - node.freeGpus.length;
}
