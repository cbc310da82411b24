import { type PlaceAsk, PlaceRefused } from "~/compute/engine";
import { NotNow } from "../breaker";
import type { Pod } from "./answers";
import { type KubernetesAnswer, wordsOf } from "./kubernetes-rest";
import type { KubernetesSettings } from "~/compute/kubernetes-settings";
import { AGENT_CONTAINER, PLACE_LABEL, RANK_LABEL, TASK_CONTAINER } from "./words";

/** Where the agent's program is in a Pod, and the folder of its task. */
const PROGRAM_DIR = "/run/millrace/bin";
const PLACE_DIR = "/run/millrace/place";
/** The image's C library may be another one, and its variables are the customer's: the agent is started by its own loader. */
const START = [`${PROGRAM_DIR}/lib/ld.so`, "--library-path", `${PROGRAM_DIR}/lib`, `${PROGRAM_DIR}/agent`, "pilot"];
/** Seconds from a Pod's TERM to its KILL: the agent reports how its task ended. */
const GRACE_S = 30;
/** Resources of the container that copies the agent. */
const COPYING = { cpu: "500m", memory: "256Mi" };
const TOKEN_KEY = "token";

/** The name of a place's Pod: that of the place, which only one Pod of a namespace can have. */
export function podName({ name, nodes }: Pick<PlaceAsk, "name" | "nodes">, rank: number): string {
  return nodes === 1 ? name : `${name}-${rank}`;
}

/** The Pod of one rank. Its token is not in it: it names a Secret. @throws PlaceRefused without GPUs of the type, or an image. */
export function podRequest(ask: PlaceAsk, rank: number, settings: KubernetesSettings): object {
  const { gpuMap, gpuLabel, resource, tolerations, queue, pullSecret, priorityClass, runtimeClass } = settings;
  const words = Object.keys(gpuMap).filter((word) => gpuMap[word] === ask.gpuType);
  if (words.length === 0) throw new PlaceRefused(`no GPUs of the cluster are mapped to ${ask.gpuType}`);
  const image = ask.image ?? settings.image;
  if (image === "") throw new PlaceRefused("the task's image has no reference in the catalogue");
  const amounts = {
    cpu: String(ask.cpusPerNode),
    memory: `${Math.floor(ask.memMbPerNode)}Mi`,
    [resource]: String(ask.gpusPerNode),
  };
  const program = { name: "program", mountPath: PROGRAM_DIR };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: podName(ask, rank),
      labels: { [PLACE_LABEL]: ask.name, [RANK_LABEL]: String(rank), ...queueLabels(ask, queue) },
      annotations: { "millrace.dev/comment": ask.comment, ...groupAnnotations(ask) },
    },
    spec: {
      restartPolicy: "Never",
      activeDeadlineSeconds: ask.maxSeconds,
      terminationGracePeriodSeconds: GRACE_S,
      // The customer is root in there.
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      ...(settings.userNamespaces ? { hostUsers: false } : {}),
      ...(priorityClass ? { priorityClassName: priorityClass } : {}),
      ...(runtimeClass ? { runtimeClassName: runtimeClass } : {}),
      ...(pullSecret ? { imagePullSecrets: [{ name: pullSecret }] } : {}),
      securityContext: { runAsUser: 0, runAsGroup: 0, seccompProfile: { type: "RuntimeDefault" } },
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              {
                matchExpressions: [
                  { key: gpuLabel, operator: "In", values: words },
                  ...(ask.avoid ? [{ key: "kubernetes.io/hostname", operator: "NotIn", values: ask.avoid }] : []),
                ],
              },
            ],
          },
        },
      },
      tolerations: [resource, ...tolerations].map((key) => ({ key, operator: "Exists" })),
      volumes: [
        { name: "program", emptyDir: {} },
        { name: "place", emptyDir: {} },
        { name: "memory", emptyDir: { medium: "Memory", sizeLimit: `${Math.floor(ask.memMbPerNode / 2)}Mi` } },
      ],
      initContainers: [
        {
          name: AGENT_CONTAINER,
          image: settings.agentImage,
          args: ["unpack", PROGRAM_DIR],
          resources: { requests: COPYING, limits: COPYING },
          volumeMounts: [program],
        },
      ],
      containers: [
        {
          name: TASK_CONTAINER,
          image,
          command: START,
          env: environmentOf(ask, rank),
          resources: { requests: amounts, limits: amounts },
          volumeMounts: [
            { ...program, readOnly: true },
            { name: "place", mountPath: PLACE_DIR },
            { name: "memory", mountPath: "/dev/shm" },
          ],
        },
      ],
    },
  };
}

function environmentOf(ask: PlaceAsk, rank: number): object[] {
  const plain = {
    MILLRACE_URL: ask.url,
    MILLRACE_GPU_TYPE: ask.gpuType,
    MILLRACE_RUNTIME: "inside",
    MILLRACE_BIND: "0.0.0.0",
    MILLRACE_PLACE_ID: ask.name,
    MILLRACE_PLACE_RANK: String(rank),
    MILLRACE_PLACE_DIR: PLACE_DIR,
    // nvidia-smi, by which the agent knows its GPUs, and all else that images may use.
    NVIDIA_DRIVER_CAPABILITIES: "all",
  };
  const field = (name: string, fieldPath: string) => ({ name, valueFrom: { fieldRef: { fieldPath } } });
  return [
    ...Object.entries(plain).map(([name, value]) => ({ name, value })),
    field("MILLRACE_PLACE_HOST", "spec.nodeName"),
    field("MILLRACE_IP_INTERNAL", "status.podIP"),
    { name: "MILLRACE_PLACE_TOKEN", valueFrom: { secretKeyRef: { name: ask.name, key: TOKEN_KEY } } },
  ];
}

function queueLabels({ name, nodes }: PlaceAsk, queue: string): Record<string, string> {
  if (!queue) return {};
  return { "kueue.x-k8s.io/queue-name": queue, ...(nodes > 1 ? { "kueue.x-k8s.io/pod-group-name": name } : {}) };
}

function groupAnnotations({ nodes }: PlaceAsk): Record<string, string> {
  if (nodes === 1) return {};
  return {
    "kueue.x-k8s.io/pod-group-total-count": String(nodes),
    // An ended Pod is not replaced, so Kueue returns the quota of the rest.
    "kueue.x-k8s.io/retriable-in-group": "false",
  };
}

/** @throws PlaceRefused if it will never be accepted; NotNow if others leave no room. */
export function refusePod(answer: KubernetesAnswer): void {
  const { status, failure } = answer;
  if (status === 422) throw new PlaceRefused(wordsOf(answer));
  if (status === 409) throw new NotNow(wordsOf(answer));
  if (status !== 403) return;
  if (/exceeded quota/.test(failure.message)) throw new NotNow(wordsOf(answer));
  if (/violates PodSecurity|(maximum|minimum) .*usage per|no PriorityClass/.test(failure.message))
    throw new PlaceRefused(wordsOf(answer));
}

/** The Secret with a place's token. It belongs to the Pods: Kubernetes removes it with the last one. */
export function secretRequest({ name, token }: PlaceAsk, pods: Pod[]): object {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name,
      labels: { [PLACE_LABEL]: name },
      ownerReferences: pods.map(({ metadata }) => ({
        apiVersion: "v1",
        kind: "Pod",
        name: metadata.name,
        uid: metadata.uid,
      })),
    },
    type: "Opaque",
    immutable: true,
    stringData: { [TOKEN_KEY]: token },
  };
}

/** Deletes just this Pod, and no later one of its name. */
export function deleteRequest({ metadata: { uid } }: Pod): object {
  return { apiVersion: "v1", kind: "DeleteOptions", preconditions: { uid } };
}
