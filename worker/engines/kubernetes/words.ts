import type { EngineEnd, EngineReason, EngineWait } from "~/compute/engine";
import type { Condition, Pod, PodEvent, Workload } from "./answers";

/** On each Pod: the name of its place, and its number in a gang. */
export const PLACE_LABEL = "millrace.dev/place";
export const RANK_LABEL = "millrace.dev/rank";
/** The container of the task, and the one before it that brings the agent. */
export const TASK_CONTAINER = "task";
export const AGENT_CONTAINER = "agent";

/** The gate that holds a Pod back until Kueue admits it. */
export const KUEUE_GATE = "kueue.x-k8s.io/admission";
export const KUEUE_GROUP = "kueue.x-k8s.io";

/** The first pattern that fits counts. */
type Table<Kind> = [pattern: RegExp, kind: Kind][];

/** By the scheduler's sentence, which counts nodes for each reason: "0/3 nodes are available: 3 Insufficient nvidia.com/gpu." */
const UNSCHEDULABLE: Table<EngineWait> = [
  [/Insufficient /, "gpus"],
  [/were unschedulable|taint \{node\.kubernetes\.io\//, "maintenance"],
  // No machine has GPUs of that word, or each has a taint that the settings do not name.
  [/didn't match|taint/, "closed"],
];

/** By reason and sentence of Kueue's condition `QuotaReserved`. */
const NOT_RESERVED: Table<EngineWait> = [
  [/maximum capacity/, "never"],
  [/^Inadmissible|inactive|doesn't exist|is stopped/i, "closed"],
  [/^(Deactivated|Suspended)/, "held"],
  [/preempt/i, "gpus"],
  [/insufficient (unused )?quota/, "share-used"],
];

/** By reasons of a waiting container. All others are steps of a start. */
const LAUNCH_FAILURE =
  /^(ErrImagePull|ImagePullBackOff|ErrImageNeverPull|InvalidImageName|ImageInspectError|RegistryUnavailable|CreateContainerConfigError|CreateContainerError|RunContainerError|PreCreateHookError|PostStartHookError|CrashLoopBackOff)$/;

/** By reasons of a Pod's events, while it starts. */
const START_EVENTS: Table<EngineWait> = [
  [/^(FailedMount|FailedAttachVolume|FailedCreatePodSandBox|FailedCreatePodContainer|InspectFailed)$/, "launch-failed"],
  [/^(Pulling|Pulled)$/, "other"],
];

/** By reasons of the condition that says that Kubernetes itself ends a Pod. */
const DISRUPTIONS: Table<EngineEnd> = [
  [/^(DeletionByTaintManager|DeletionByPodGC|DeletionByDeviceTaintManager)$/, "node-lost"],
  [/./, "preempted"],
];

/** By a Pod's own reason. A machine that refuses a Pod after all (`OutOfcpu`, `UnexpectedAdmissionError`) has failed to start it. */
const ENDS: Table<EngineEnd> = [
  [/^(NodeLost|NodeShutdown|Shutdown|Terminated)$/, "node-lost"],
  [/^(Evicted|Preempted|Preempting)$/, "preempted"],
  [/^DeadlineExceeded$/, "timeout"],
];

/** By reasons of events, for a Pod of which only those are left. */
const PAST_ENDS: Table<EngineEnd> = [
  [/^TaintManagerEviction: (?!Cancelling)/, "node-lost"],
  [/^(Preempted|Evicted|Stopped): /, "preempted"],
];

function find<Kind>(table: Table<Kind>, text: string): Kind | null {
  return table.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

export function conditionOf(conditions: Condition[], type: string): Condition | undefined {
  return conditions.find((one) => one.type === type);
}

export function sentence({ reason, message }: { reason: string; message: string }): string {
  return [reason, message].filter((part) => part !== "").join(": ");
}

/** Why a Pod is not on a node yet; `workload` is Kueue's row for it. */
export function waitOf(pod: Pod, workload: Workload | undefined): EngineReason {
  const scheduled = conditionOf(pod.status.conditions, "PodScheduled");
  if (pod.spec.schedulingGates.length > 0) return gateOf(pod, workload);
  if (scheduled?.reason !== "Unschedulable")
    return { kind: "other", word: scheduled ? sentence(scheduled) : "Pending" };
  return { kind: find(UNSCHEDULABLE, scheduled.message) ?? "other", word: sentence(scheduled) };
}

function gateOf({ spec: { schedulingGates } }: Pod, workload: Workload | undefined): EngineReason {
  const foreign = schedulingGates.find(({ name }) => name !== KUEUE_GATE);
  if (foreign) return { kind: "held", word: foreign.name };
  const reserved = conditionOf(workload?.status.conditions ?? [], "QuotaReserved");
  if (!reserved) return { kind: "other", word: "waits for Kueue" };
  // Quota is reserved; a check of the site, such as one that starts machines, is still running.
  if (reserved.status === "True") return { kind: "gpus", word: "waits for Kueue's admission checks" };
  return { kind: find(NOT_RESERVED, sentence(reserved)) ?? "gpus", word: sentence(reserved) };
}

/** Why a Pod that has a node does not run yet; `event` is its last one. */
export function startOf({ status }: Pod, event: PodEvent | undefined): EngineReason {
  for (const { state } of [...status.initContainerStatuses, ...status.containerStatuses]) {
    if (!state.waiting || !LAUNCH_FAILURE.test(state.waiting.reason)) continue;
    return { kind: "launch-failed", word: sentence(state.waiting) };
  }
  const kind = event && find(START_EVENTS, event.reason);
  return kind ? { kind, word: sentence(event) } : { kind: "other", word: "starting" };
}

/** The end of a Pod that runs no more, and who ended it. */
export function endOf(pod: Pod): { end: EngineEnd; by: string | null; reason: EngineReason } {
  const { phase, conditions, containerStatuses, ...status } = pod.status;
  const ended = containerStatuses.find(({ name }) => name === TASK_CONTAINER)?.state.terminated;
  const disruption = conditionOf(conditions, "DisruptionTarget");
  // Kueue's own condition: it stops a Pod that is in another one's way.
  const target = disruption?.status === "True" ? disruption : conditionOf(conditions, "TerminationTarget");
  const word = sentence(status) || (ended ? `${ended.reason} ${ended.exitCode}` : phase);
  const how = (end: EngineEnd, by: string | null = null) => ({ end, by, reason: { kind: "other" as const, word } });
  // A task that fills its own disk has ended itself.
  if (/exceeds the (total )?limit|exceeded its local ephemeral storage/i.test(status.message)) return how("failed");
  const end = find(ENDS, status.reason);
  if (end) return how(end, status.reason);
  if (target?.status === "True")
    return {
      ...how(find(DISRUPTIONS, target.reason) ?? "preempted", target.reason),
      reason: { kind: "other", word: sentence(target) },
    };
  if (ended?.reason === "OOMKilled") return how("out-of-memory");
  if (ended?.reason === "ContainerStatusUnknown") return how("node-lost");
  if (wasDeleted(pod, ended?.finishedAt ?? null)) return how("cancelled");
  if (phase === "Succeeded") return how("done");
  if (status.reason) return { ...how("failed"), reason: { kind: "launch-failed", word } };
  return how("failed");
}

/** True if it was asked to end while it ran. Kubernetes records the end of its grace period. */
function wasDeleted({ metadata, status }: Pod, finishedTs: number | null): boolean {
  if (status.phase !== "Succeeded" && status.phase !== "Failed") return true;
  if (metadata.deletionTimestamp === null) return false;
  const askedTs = metadata.deletionTimestamp - (metadata.deletionGracePeriodSeconds ?? 0);
  return finishedTs === null || finishedTs >= askedTs;
}

/** The end of a Pod of which only events are left; null: they do not say. */
export function pastEndOf(events: PodEvent[]): { end: EngineEnd; event: PodEvent } | null {
  for (const event of events) {
    const end = find(PAST_ENDS, sentence(event));
    if (end) return { end, event };
  }
  return null;
}
