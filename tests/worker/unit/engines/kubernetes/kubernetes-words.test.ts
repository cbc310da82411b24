import { expect, test } from "vitest";
import { podSchema, workloadSchema } from "../../../../../worker/engines/kubernetes/answers";
import { endOf, startOf, waitOf } from "../../../../../worker/engines/kubernetes/words";

function aPod({ metadata = {}, spec = {}, ...status }: Record<string, unknown> = {}) {
  return podSchema.parse({
    metadata: { name: "mr-1", uid: "u", ...(metadata as object) },
    spec,
    status: { phase: "Pending", ...status },
  });
}
const condition = (type: string, reason: string, message = "", status = "False") => ({ type, status, reason, message });

test.each([
  ["0/3 nodes are available: 3 Insufficient nvidia.com/gpu. preemption: 0/3 nodes are available", "gpus"],
  [
    "0/4 nodes are available: 1 node(s) had untolerated taint {node-role.kubernetes.io/control-plane: }, 3 Insufficient nvidia.com/gpu.",
    "gpus",
  ],
  [
    "0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1 node(s) were unschedulable.",
    "maintenance",
  ],
  ["0/2 nodes are available: 2 node(s) had untolerated taint {node.kubernetes.io/unreachable: }.", "maintenance"],
  ["0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector.", "closed"],
  ["0/2 nodes are available: 2 node(s) had untolerated taint {team: research}.", "closed"],
  ["something new", "other"],
])("the scheduler's %s is %s", (message, kind) => {
  const reason = waitOf(aPod({ conditions: [condition("PodScheduled", "Unschedulable", message)] }), undefined);
  expect(reason).toEqual({ kind, word: `Unschedulable: ${message}` });
});

test("a Pod that no scheduler has looked at yet waits for another reason", () => {
  expect(waitOf(aPod(), undefined)).toEqual({ kind: "other", word: "Pending" });
  const held = aPod({ spec: { schedulingGates: [{ name: "site.example/hold" }] } });
  expect(waitOf(held, undefined)).toEqual({ kind: "held", word: "site.example/hold" });
});

test.each([
  [
    "Pending",
    "couldn't assign flavors to pod set main: insufficient unused quota for nvidia.com/gpu in flavor a, 1 more needed",
    "share-used",
  ],
  [
    "WaitingForQuota",
    "couldn't assign flavors to pod set main: insufficient unused quota for nvidia.com/gpu in flavor a, 1 more needed",
    "share-used",
  ],
  ["Pending", "insufficient quota for nvidia.com/gpu in flavor a, request > maximum capacity (16 > 8)", "never"],
  ["Pending", "insufficient unused quota for cpu in flavor a. Pending the preemption of 1 workload(s)", "gpus"],
  ["Inadmissible", "ClusterQueue research is inactive", "closed"],
  ["Inadmissible", "LocalQueue q doesn't exist", "closed"],
  ["Deactivated", "The workload is deactivated", "held"],
  ["Pending", "something new", "gpus"],
])("Kueue's %s: %s is %s", (reason, message, kind) => {
  const pod = aPod({ spec: { schedulingGates: [{ name: "kueue.x-k8s.io/admission" }] } });
  const workload = workloadSchema.parse({
    metadata: { name: "w" },
    status: { conditions: [condition("QuotaReserved", reason, message)] },
  });
  expect(waitOf(pod, workload)).toEqual({ kind, word: `${reason}: ${message}` });
});

test("what has its quota waits for GPUs while the site's checks go on", () => {
  const pod = aPod({ spec: { schedulingGates: [{ name: "kueue.x-k8s.io/admission" }] } });
  const conditions = [condition("QuotaReserved", "QuotaReserved", "", "True"), condition("Admitted", "Pending")];
  expect(waitOf(pod, workloadSchema.parse({ metadata: { name: "w" }, status: { conditions } })).kind).toBe("gpus");
});

test.each([
  ["ErrImagePull", "launch-failed"],
  ["ImagePullBackOff", "launch-failed"],
  ["InvalidImageName", "launch-failed"],
  ["CreateContainerConfigError", "launch-failed"],
  ["ContainerCreating", "other"],
  ["PodInitializing", "other"],
])("a container that waits because of %s: %s", (reason, kind) => {
  const waiting = { reason, message: "no such image" };
  for (const of of ["containerStatuses", "initContainerStatuses"])
    expect(startOf(aPod({ [of]: [{ name: "x", state: { waiting } }] }), undefined).kind).toBe(kind);
});

const terminated = (reason: string, exitCode: number, finishedAt = "2026-11-27T03:00:00Z") => ({
  containerStatuses: [{ name: "task", state: { terminated: { reason, exitCode, finishedAt } } }],
});
const disrupted = (reason: string) => ({ conditions: [condition("DisruptionTarget", reason, "m", "True")] });
/** Asked at 03:10 to go within 30 s. */
const deleted = { metadata: { deletionTimestamp: "2026-11-27T03:10:30Z", deletionGracePeriodSeconds: 30 } };

test.each<[what: string, pod: Record<string, unknown>, end: string, by?: string]>([
  ["its program's end", { phase: "Succeeded", ...terminated("Completed", 0) }, "done"],
  ["an error", { phase: "Failed", ...terminated("Error", 1) }, "failed"],
  ["full memory", { phase: "Failed", ...terminated("OOMKilled", 137) }, "out-of-memory"],
  ["its time", { phase: "Failed", reason: "DeadlineExceeded" }, "timeout", "DeadlineExceeded"],
  [
    "eviction",
    { phase: "Failed", reason: "Evicted", message: "The node was low on resource: memory." },
    "preempted",
    "Evicted",
  ],
  [
    "its own full disk",
    {
      phase: "Failed",
      reason: "Evicted",
      message: "Pod ephemeral local storage usage exceeds the total limit of containers 10Gi.",
      ...disrupted("TerminationByKubelet"),
    },
    "failed",
  ],
  ["a lost node", { phase: "Failed", reason: "NodeLost" }, "node-lost", "NodeLost"],
  [
    "a node that shuts down",
    { phase: "Failed", reason: "Terminated", message: "imminent node shutdown", ...disrupted("TerminationByKubelet") },
    "node-lost",
    "Terminated",
  ],
  ["a node that forgot it", { phase: "Failed", ...terminated("ContainerStatusUnknown", 137) }, "node-lost"],
  [
    "a more important Pod",
    { phase: "Failed", ...disrupted("PreemptionByScheduler") },
    "preempted",
    "PreemptionByScheduler",
  ],
  [
    "an unreachable node",
    { phase: "Running", ...deleted, ...disrupted("DeletionByTaintManager") },
    "node-lost",
    "DeletionByTaintManager",
  ],
  [
    "a drain",
    { phase: "Succeeded", ...deleted, ...disrupted("EvictionByEvictionAPI") },
    "preempted",
    "EvictionByEvictionAPI",
  ],
  [
    "Kueue",
    {
      phase: "Failed",
      ...deleted,
      conditions: [condition("TerminationTarget", "StoppedByKueue", "Preempted", "True")],
    },
    "preempted",
    "StoppedByKueue",
  ],
  [
    "a disruption that was called off",
    { phase: "Succeeded", conditions: [condition("DisruptionTarget", "x", "", "False")] },
    "done",
  ],
  ["somebody, before it ran", { phase: "Pending" }, "cancelled"],
  ["somebody, by force", { phase: "Running", ...deleted }, "cancelled"],
  [
    "somebody, so that its agent ended it",
    { phase: "Succeeded", ...deleted, ...terminated("Completed", 0, "2026-11-27T03:10:02Z") },
    "cancelled",
  ],
  [
    "its program, and was removed later",
    { phase: "Succeeded", ...deleted, ...terminated("Completed", 0, "2026-11-27T03:09:00Z") },
    "done",
  ],
  [
    "a machine that refused it",
    { phase: "Failed", reason: "UnexpectedAdmissionError", message: "Allocate failed" },
    "failed",
  ],
])("a Pod that was ended by %s", (_, pod, end, by) => {
  expect(endOf(aPod(pod))).toMatchObject({ end, by: by ?? null });
});

test("a machine that refused a Pod has failed to start it", () => {
  expect(
    endOf(aPod({ phase: "Failed", reason: "OutOfnvidia.com/gpu", message: "Node didn't have enough" })).reason.kind,
  ).toBe("launch-failed");
});
