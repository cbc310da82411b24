import { engineSettings } from "~/compute/engine-settings";
import type { SiteKind } from "~/compute/engine-kinds";
import { kubernetesSettings } from "~/compute/kubernetes-settings";
import { slurmSettings } from "~/compute/slurm-settings";
import { writeGpuWords } from "~/compute/inside/engines/gpu-words";

/** The fields of every engine's form. */
export type SiteFields = Record<"url" | "gpu_map" | "longest_hours" | "window" | "lease_minutes", string>;

export type SlurmFields = { kind: "slurm" } & SiteFields &
  Record<"user" | "partition" | "account" | "qos" | "runtime" | "ssh" | "agent" | "accounting", string>;

export type KubernetesFields = { kind: "kubernetes" } & SiteFields &
  Record<"ca" | "namespace" | "queue" | "priority_class" | "runtime_class" | "pull_secret", string> &
  Record<"resource" | "gpu_label" | "tolerations" | "image" | "agent_image", string> &
  Record<"user_namespaces" | "all_pods", string>;

export type EngineFields = SlurmFields | KubernetesFields;

interface Known {
  kind: string;
  url: string;
  settings: Record<string, unknown>;
}

/** The fields of the form, filled from an engine's settings; null if no form connects that kind. */
export function fieldsOf(engine: Known): EngineFields | null {
  if (engine.kind === "slurm") return slurmFields(engine);
  return engine.kind === "kubernetes" ? kubernetesFields(engine) : null;
}

function slurmFields({ url, settings }: Known): SlurmFields {
  const read = slurmSettings.parse({ ...settings, url });
  const { user, partition, account, qos, runtime, agent, accounting, gpuMap } = read;
  return {
    ...{ kind: "slurm", user, partition, account, qos, runtime, agent, accounting: marked(accounting) },
    ...siteFields(url, gpuMap, settings),
    ssh: engineSettings(settings).ssh,
  };
}

function kubernetesFields({ url, settings }: Known): KubernetesFields {
  const read = kubernetesSettings.parse({ ...settings, url });
  const { ca, namespace, queue, resource, tolerations, image, gpuMap } = read;
  return {
    ...{ kind: "kubernetes", ca, namespace, queue, resource, image, agent_image: read.agentImage },
    ...{ priority_class: read.priorityClass, runtime_class: read.runtimeClass, pull_secret: read.pullSecret },
    ...{ gpu_label: read.gpuLabel, tolerations: tolerations.join(" ") },
    ...{ user_namespaces: marked(read.userNamespaces), all_pods: marked(read.allPods) },
    ...siteFields(url, gpuMap, settings),
  };
}

/** Settings that are left out have their usual values. */
function siteFields(url: string, gpuMap: Record<string, string>, settings: Record<string, unknown>): SiteFields {
  const { window, leaseMinutes, longestSeconds } = engineSettings(settings);
  return {
    ...{ url, gpu_map: writeGpuWords(gpuMap), window: String(window), lease_minutes: String(leaseMinutes) },
    longest_hours: String(longestSeconds / 3600),
  };
}

const marked = (mark: boolean) => (mark ? "1" : "");

const NEW_SITE = siteFields("", {}, {});

/** The fields of a new engine, with values that suit most sites. */
export const NEW_FIELDS: Record<SiteKind, EngineFields> = {
  slurm: {
    ...{ kind: "slurm", user: "millrace", partition: "", account: "millrace", qos: "", runtime: "auto" },
    ...{ agent: "/opt/millrace/millrace-agent", accounting: "1", ssh: "gateway", ...NEW_SITE },
  },
  kubernetes: {
    ...{ kind: "kubernetes", ca: "", namespace: "millrace", queue: "", priority_class: "", runtime_class: "" },
    ...{ pull_secret: "", resource: "nvidia.com/gpu", gpu_label: "nvidia.com/gpu.product", tolerations: "" },
    ...{ image: "", agent_image: "", user_namespaces: "", all_pods: "", ...NEW_SITE },
  },
};
