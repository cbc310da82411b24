import type { PlacingRules } from "~/compute/placing-rules";
import type { ReplayedNode, ReplayedTask, Sample, ServiceChange } from "./replay";

/** Reason for which a task of the past ended. `funds`: its tenant's balance; `failure`: it never ran, or its program broke. */
export type PastEnd = "itself" | "owner" | "funds" | "declared" | "failure" | "node lost" | "still running";

/** A task as it happened, or as a file describes it. */
export interface PastTask extends ReplayedTask {
  clusterName: string;
  gpuType: string;
  /** Seconds of those with GPUs (`heldS`) that were charged. */
  chargedS: number;
  ended: PastEnd;
  /** Its real placement, with its end and cents if both are of the period; null in a file. */
  real: { startS: number | null; endS: number | null; gpus: number; cents: number } | null;
}

export interface PastNode extends ReplayedNode {
  clusterName: string;
  gpuType: string;
}

/** A period of an installation, or a file: the input of every variant. */
export interface Past {
  fromS: number;
  /** The last second; what waits or runs then is left so. */
  untilS: number;
  /** In the order of `submitS`. */
  tasks: readonly PastTask[];
  nodes: readonly PastNode[];
  /** In the order of time. */
  changes: readonly ServiceChange[];
  /** Before it, nodes count as in service from their enrolment until they retired. Null: always; omitted: in a file. */
  serviceKnownFromS?: number | null;
  /** GPU-seconds that tasks really had on nodes while these took none; omitted: in a file. */
  usedOutOfServiceGpuS?: number;
  tenants: ReadonlyMap<number, string>;
}

export type NodeChange =
  | { kind: "add"; clusterName: string; gpuType: string; count: number; gpus: number; infiniband: boolean }
  /** From the first second on, the node does not exist, or takes no new tasks. */
  | { kind: "remove"; nodeName: string }
  | { kind: "drain"; nodeName: string }
  | { kind: "resize"; nodeName: string; gpus: number };

/** Changes to the past. An empty one is the baseline. */
export interface Variant {
  name: string;
  nodes: readonly NodeChange[];
  /** New price in cents per GPU-hour; demand changes by (new / old) ^ elasticity. */
  prices: readonly { gpuType: string; gpuPph: number; elasticity: number }[];
  /** Multiplies the tasks of a tenant (null: all) of a size in GPUs (null: no bound). */
  demand: readonly { factor: number; tenantId: number | null; fromGpus: number | null; toGpus: number | null }[];
  rules: Partial<PlacingRules>;
  /** `own`: as they happened. */
  failures: { kind: "own" } | { kind: "none" } | { kind: "rate"; perNodeMonth: number; repairHours: number };
  /** Share of a cluster's nodes that must fall silent within a minute to count as an outage of ours; null: never. */
  breaker: number | null;
  /** Most GPUs that a tenant (null: each) holds and waits for at once in a cluster and GPU type. */
  limits: readonly { tenantId: number | null; gpus: number }[];
}

export const BASELINE: Variant = {
  name: "As it was",
  nodes: [],
  prices: [],
  demand: [],
  rules: {},
  failures: { kind: "own" },
  breaker: null,
  limits: [],
};

/** Waiting times in seconds of the tasks that started; null without one. Those that ran before the period do not count. */
export interface Waits {
  tasks: number;
  started: number;
  meanS: number | null;
  p50S: number | null;
  p95S: number | null;
  p99S: number | null;
}

/** Figures of a variant, or of the past as it happened. */
export interface Measured {
  all: Waits;
  /** By fewest GPUs: 1, 2 to 4, 5 to 8, 16 and more. */
  bySize: readonly (Waits & { fromGpus: number; toGpus: number | null })[];
  /** By revenue, the most first. */
  byTenant: readonly (Waits & { tenantId: number; cents: number; gpuHours: number })[];
  /** Revenue in whole cents, each task rounded as the ledger does. */
  cents: number;
  gpuHours: number;
  /** Busy of the GPU-hours in service, 0 to 1; null without nodes. */
  utilisation: number | null;
  gpuHoursLost: number;
  /** Tasks that waited over 24 hours for nodes of their own. */
  gangsOverDay: number;
  /** Tasks for which no node, or too few, would ever have suited. */
  neverStarts: number;
}

export interface VariantResult extends Measured {
  name: string;
  /** Tasks that a limit refused. */
  refused: number;
  /** At most 400 points. */
  timeline: readonly Omit<Sample, "tasksWaiting">[];
  /** SHA-256 of every placement: equal for equal input and seed. */
  hash: string;
}

/** Differences between the replayed baseline and what really happened. */
export interface TruthError {
  startedReal: number;
  startedReplayed: number;
  meanWaitRealS: number | null;
  meanWaitReplayedS: number | null;
  /** Over tasks whose end is known. */
  centsReal: number;
  centsReplayed: number;
  /** The past as it happened, in the figures of a variant; omitted in results of earlier versions. */
  real?: Measured;
}

export interface RehearsalResult {
  /** The baseline first. */
  variants: readonly VariantResult[];
  /** Null for a file. */
  truth: TruthError | null;
  /** One sentence for each variant but the baseline. */
  sentences: readonly string[];
  /** For each variant but the baseline: tenants whose mean wait changed by a tenth and a minute. */
  better: readonly (readonly number[])[];
  worse: readonly (readonly number[])[];
}
