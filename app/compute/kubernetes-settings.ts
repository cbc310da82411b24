import { z } from "zod";

/** A name of Kubernetes; empty: none is asked for. */
const name = z.string().regex(/^([a-z\d]([-a-z\d.]{0,61}[a-z\d])?)?$/);
/** Key of a label, resource or taint. */
const key = z.string().regex(/^[\w./-]{1,253}$/);
const image = z.string().min(1).max(512);

/** Settings of a cluster's Kubernetes: how it is reached, and what it is asked for. Its token is kept elsewhere. */
export const kubernetesSettings = z.object({
  /** Where the API answers, such as https://kubernetes.example.com:6443. */
  url: z.url({ protocol: /^https?$/ }),
  /** Certificates of its authority (PEM), which alone counts then; empty: the public ones count. */
  ca: z.string().default(""),
  namespace: name.min(1),
  /** Kueue's LocalQueue in the namespace; empty: Kubernetes' scheduler alone decides, and there are no gangs. */
  queue: name.default(""),
  priorityClass: name.default(""),
  /** Where GPUs need one, such as `nvidia`. */
  runtimeClass: name.default(""),
  /** Secret of the namespace with the passwords of registries. */
  pullSecret: name.default(""),
  /** Name of a GPU among a node's resources. */
  resource: key.default("nvidia.com/gpu"),
  /** The label of a node that says which GPUs it has. */
  gpuLabel: key.default("nvidia.com/gpu.product"),
  /** Values of that label, and the GPU types that they are. */
  gpuMap: z.record(z.string(), z.string()),
  /** Keys of taints that the places bear, besides that of the resource. */
  tolerations: z.array(key).default([]),
  /** Seconds that no place may exceed. */
  longest: z
    .int()
    .positive()
    .default(7 * 86_400),
  /** Image of tasks that name none. */
  image,
  /** The image with Millrace's agent. */
  agentImage: image,
  /** True: root in a place is nobody on the machine. The cluster must have user namespaces. */
  userNamespaces: z.boolean().default(false),
  /** True: the token may list the Pods of all namespaces, so that GPUs of others count as in use. */
  allPods: z.boolean().default(false),
});

export type KubernetesSettings = z.infer<typeof kubernetesSettings>;
