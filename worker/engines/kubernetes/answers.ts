import { z } from "zod";

// The members of Kubernetes' objects that Millrace uses, and no others.

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

/** Epoch seconds by the cluster's clock. */
const seconds = z
  .string()
  .nullish()
  .transform((value) => (value ? Math.floor(Date.parse(value) / 1000) : null));

function list<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullish()
    .transform((value) => value ?? []);
}

const words = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {});

const condition = z.object({ type: z.string(), status: z.string(), reason: text, message: text });
export type Condition = z.infer<typeof condition>;

const containerStatus = z.object({
  name: z.string(),
  state: z
    .object({
      waiting: z.object({ reason: text, message: text }).nullish(),
      running: z.object({ startedAt: seconds }).nullish(),
      terminated: z.object({ reason: text, exitCode: z.number(), startedAt: seconds, finishedAt: seconds }).nullish(),
    })
    .prefault({}),
});

export const podSchema = z.object({
  metadata: z.object({
    name: z.string(),
    uid: z.string(),
    creationTimestamp: seconds,
    /** The end of its grace. */
    deletionTimestamp: seconds,
    deletionGracePeriodSeconds: z.number().nullish(),
    labels: words,
    annotations: words,
  }),
  spec: z.object({
    nodeName: text,
    schedulingGates: list(z.object({ name: z.string() })),
    containers: list(z.object({ resources: z.object({ requests: words, limits: words }).prefault({}) })),
  }),
  status: z
    .object({
      phase: text,
      reason: text,
      message: text,
      conditions: list(condition),
      initContainerStatuses: list(containerStatus),
      containerStatuses: list(containerStatus),
    })
    .prefault({}),
});
export type Pod = z.infer<typeof podSchema>;

/** Kueue's Workload: its queue entry for a Pod or a group of Pods. */
export const workloadSchema = z.object({
  metadata: z.object({ name: z.string(), ownerReferences: list(z.object({ uid: z.string() })) }),
  status: z.object({ conditions: list(condition) }).prefault({}),
});
export type Workload = z.infer<typeof workloadSchema>;

export const eventSchema = z.object({
  involvedObject: z.object({ uid: text }),
  reason: text,
  message: text,
  lastTimestamp: seconds,
  eventTime: seconds,
});
export type PodEvent = z.infer<typeof eventSchema>;

export const nodeSchema = z.object({
  metadata: z.object({ name: z.string(), labels: words }),
  spec: z
    .object({
      unschedulable: z.boolean().nullish(),
      taints: list(z.object({ key: z.string(), value: text, effect: z.string() })),
    })
    .prefault({}),
  status: z.object({ allocatable: words, conditions: list(condition) }).prefault({}),
});
export type KubernetesNode = z.infer<typeof nodeSchema>;

/** Versions of one group of the API. */
export const groupAnswer = z.object({ versions: z.array(z.object({ version: z.string() })) });
export const versionAnswer = z.object({ gitVersion: z.string() });
export const reviewAnswer = z.object({ status: z.object({ allowed: z.boolean() }) });
