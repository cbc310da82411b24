import type { EngineNode } from "~/compute/engine";
import type { KubernetesNode, Pod } from "./answers";
import type { KubernetesSettings } from "~/compute/kubernetes-settings";
import { conditionOf, sentence } from "./words";

/** Kubernetes adds these taints to what it reports elsewhere. */
const OF_CORDON = /^node\.kubernetes\.io\/(unschedulable|not-ready)$/;

/** @param pods those that count: GPUs of all others are free for us. */
export function nodeOf(node: KubernetesNode, pods: Pod[], settings: KubernetesSettings): EngineNode {
  const { gpuLabel, gpuMap, resource } = settings;
  const word = node.metadata.labels[gpuLabel] ?? "";
  const containers = pods.flatMap(({ spec }) => (spec.nodeName === node.metadata.name ? spec.containers : []));
  const why = whyNoPods(node, settings);
  return {
    name: node.metadata.name,
    gpuType: Object.hasOwn(gpuMap, word) ? (gpuMap[word] ?? null) : null,
    gpus: Number(node.status.allocatable[resource] ?? 0),
    gpusInUse: containers.reduce((sum, { resources }) => sum + Number(resources.limits[resource] ?? 0), 0),
    takesJobs: why === "",
    why,
  };
}

/** Returns what keeps a node from taking places, in Kubernetes' words; empty: nothing. */
function whyNoPods({ spec, status }: KubernetesNode, { resource, tolerations }: KubernetesSettings): string {
  const ready = conditionOf(status.conditions, "Ready");
  const borne = [resource, ...tolerations];
  return [
    ...(spec.unschedulable ? ["cordoned"] : []),
    ...(ready?.status === "True" ? [] : [ready ? `not ready: ${sentence(ready)}` : "not ready"]),
    ...spec.taints
      .filter(({ key, effect }) => effect !== "PreferNoSchedule" && !borne.includes(key) && !OF_CORDON.test(key))
      .map(({ key, value, effect }) => `taint ${key}${value ? `=${value}` : ""}:${effect}`),
  ].join(", ");
}
