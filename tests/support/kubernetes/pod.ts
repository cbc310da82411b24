/** A container of a Pod, as far as Millrace describes it. */
export interface Container {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env?: { name: string; value?: string; valueFrom?: { fieldRef?: { fieldPath: string }; secretKeyRef?: Key } }[];
  resources: { limits: Record<string, string> };
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
}

interface Key {
  name: string;
  key: string;
}

export interface PodSpec {
  securityContext: { runAsUser: number; runAsGroup: number };
  terminationGracePeriodSeconds: number;
  hostUsers?: boolean;
  volumes: { name: string; emptyDir: { medium?: string; sizeLimit?: string } }[];
  initContainers: Container[];
  containers: Container[];
}

/** A container's variables, with those that a kubelet finds out. */
export function variablesOf({ env = [] }: Container, secretOf: (key: Key) => string): Record<string, string> {
  const found: Record<string, string> = { "spec.nodeName": "n1", "status.podIP": "127.0.0.1" };
  const valueOf = ({ value, valueFrom: { fieldRef, secretKeyRef } = {} }: (typeof env)[number]) =>
    value ?? (secretKeyRef ? secretOf(secretKeyRef) : found[fieldRef?.fieldPath ?? ""]) ?? "";
  return Object.fromEntries(env.map((one) => [one.name, valueOf(one)]));
}

/** The program by which the agent knows its GPUs, as NVIDIA's runtime brings it into a container: two of them. */
export function nvidiaSmi(): string {
  const gpus = [0, 1].map(
    (index) => `${index}, GPU-${index}, NVIDIA RTX A5000, 00000000:0${index + 1}:00.0, 24564, 10, 0, 0, No`,
  );
  return `#!/bin/sh\ncase "$*" in *retired_pages.pending*) printf '${gpus.join("\n")}\n' ;; *) exit 2 ;; esac\n`;
}
