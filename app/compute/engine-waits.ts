import type { EngineWait } from "./engine";

/** Why a task waits in a cluster with an engine, in addition to the reasons of any task (20.8). */
export const ENGINE_WAITS = [
  "cluster_priority",
  "cluster_maintenance",
  "cluster_closed",
  "cluster_share_used",
  "cluster_held",
  "cluster_cannot",
  "cluster_failed",
  "cluster_asked",
  "cluster_starting",
  "cluster_unreachable",
] as const;
export type EngineWaitReason = (typeof ENGINE_WAITS)[number];

/** Follows “It waits”. Customers never read an engine's own words. */
const WORDS: Record<EngineWaitReason, string> = {
  cluster_priority: "for others who are before it in this cluster",
  cluster_maintenance: "for machines that are in maintenance or reserved",
  cluster_closed: "until this cluster takes tasks again; its operator knows",
  cluster_share_used: "until our share of this cluster is free",
  cluster_held: "until the operators of the cluster release it",
  cluster_cannot: "because the cluster cannot start this task as it is set up",
  cluster_failed: "for another machine; the last one could not start it",
  cluster_asked: "for the cluster’s scheduler to choose its machine",
  cluster_starting: "for its machine, which is starting",
  cluster_unreachable: "for the cluster’s scheduler, which does not answer",
};

/** Undefined for a reason that is not an engine's. */
export function engineWaitWords(reason: string): string | undefined {
  return Object.hasOwn(WORDS, reason) ? WORDS[reason as EngineWaitReason] : undefined;
}

/** The reasons of a task that waits for others to end; past waits predict only those. */
const WAITS_FOR_OTHERS: string[] = ["cluster_priority", "cluster_share_used"] satisfies EngineWaitReason[];

/** Checks whether past waits predict how long a task will wait for that reason. */
export function isPredictable(reason: string): boolean {
  return engineWaitWords(reason) === undefined || WAITS_FOR_OTHERS.includes(reason);
}

const KINDS: Record<EngineWait, EngineWaitReason | null> = {
  gpus: null,
  priority: "cluster_priority",
  maintenance: "cluster_maintenance",
  closed: "cluster_closed",
  "share-used": "cluster_share_used",
  held: "cluster_held",
  never: "cluster_cannot",
  "launch-failed": "cluster_failed",
  other: null,
};

/** Null: it waits for GPUs, as in any cluster. */
export function engineWaitOf(kind: string): EngineWaitReason | null {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind as EngineWait] : null;
}
