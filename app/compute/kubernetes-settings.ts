import { z } from "zod";

/** A Kubernetes name; empty: none is requested. */
const name = z.string().regex(/^([a-z\d]([-a-z\d.]{0,61}[a-z\d])?)?$/);
/** Key of a label, resource or taint. */
const key = z.string().regex(/^[\w./-]{1,253}$/);
/** Reference of an image. */
const image = z.string().regex(/^[\w./:@-]{1,512}$/);

/** Settings of a cluster's Kubernetes: its connection, and what is requested from it. Its token is kept elsewhere. */
export const kubernetesSettings = z.object({
  /** Address of the API, such as https://kubernetes.example.com:6443. */
  url: z.url({ protocol: /^https?$/ }),
  /** Certificates (PEM) of its authority, the only ones trusted then; empty: public ones are trusted. */
  ca: z.string().default(""),
  namespace: name.min(1),
  /** Kueue's LocalQueue in the namespace; empty: Kubernetes' scheduler alone decides, and there are no gangs. */
  queue: name.default(""),
  priorityClass: name.default(""),
  /** The RuntimeClass that GPUs need, if any, such as `nvidia`. */
  runtimeClass: name.default(""),
  /** Secret of the namespace with the passwords of registries. */
  pullSecret: name.default(""),
  /** Name of a GPU among a node's resources. */
  resource: key.default("nvidia.com/gpu"),
  /** The label of a node that names its GPUs. */
  gpuLabel: key.default("nvidia.com/gpu.product"),
  /** Values of that label, and the GPU types that they mean. */
  gpuMap: z.record(z.string(), z.string()),
  /** Keys of taints that the places tolerate, in addition to that of the resource. */
  tolerations: z.array(key).default([]),
  /** For tasks whose image has no reference in the catalogue; empty: they are refused. */
  image: image.or(z.literal("")).default(""),
  /** The image with Millrace's agent. */
  agentImage: image,
  /** True: root in a place is an unprivileged user on the machine. The cluster must have user namespaces. */
  userNamespaces: z.boolean().default(false),
  /** True: the token may list the Pods of all namespaces, so that GPUs of others count as in use. */
  allPods: z.boolean().default(false),
});

export type KubernetesSettings = z.infer<typeof kubernetesSettings>;
