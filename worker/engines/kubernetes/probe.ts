import { randomUUID } from "node:crypto";
import { type PlaceAsk, PlaceRefused, type ProbeLine } from "~/compute/engine";
import type { SiteAccess } from "../ask-site";
import { fault, lookAtClock, lookAtToken, ok, ProbeLines, warning } from "../probe-lines";
import { nodeSchema, podSchema, reviewAnswer, versionAnswer } from "./answers";
import { contentOf, KubernetesRest } from "./kubernetes-rest";
import { isManaged, kueueVersion } from "./kueue";
import { nodeOf } from "./nodes";
import { podRequest, refusePod } from "./pod-request";
import type { KubernetesSettings } from "~/compute/kubernetes-settings";
import { KUEUE_GROUP } from "./words";

type Found = Omit<ProbeLine, "what">;

interface Right {
  group?: string;
  resource: string;
  subresource?: string;
  verb: string;
  /** True for nodes, which belong to no namespace. */
  everywhere?: boolean;
}

const each = (resource: string, verbs: string, more: Partial<Right> = {}): Right[] =>
  verbs.split(" ").map((verb) => ({ resource, verb, ...more }));

/** The rights that Millrace uses. */
export const NEEDED: Right[] = [
  ...each("pods", "create get list watch delete"),
  ...each("secrets", "create delete"),
  ...each("events", "list"),
  ...each("nodes", "list", { everywhere: true }),
];

export const OF_QUEUE: Right[] = each("workloads", "list", { group: KUEUE_GROUP });

/** Rights that a stolen token must not give. */
const TOO_MUCH = [
  ...each("pods", "create", { subresource: "exec" }),
  ...each("secrets", "get list"),
  ...each("nodes", "patch", { everywhere: true }),
];

/** Checks everything that Millrace needs of a cluster, one line each; a failed check is a line, too. */
export async function probeKubernetes(settings: KubernetesSettings, access: SiteAccess): Promise<ProbeLine[]> {
  // Its own connection, so that an operator's check is not refused because of earlier failures.
  const rest = new KubernetesRest(access);
  const probe = new ProbeLines();
  await probe.look("Token", () => lookAtToken(access));
  if (!(await probe.look("Version", () => lookAtVersion(rest, access)))) return probe.lines;
  if (!(await probe.look("Rights", () => lookAtRights(rest, settings)))) return probe.lines;
  await probe.look("GPUs", () => lookAtNodes(rest, settings));
  await probe.look("Queue", () => lookAtQueue(rest, settings));
  await probe.look("Trial Pod", () => tryPod(rest, settings));
  return probe.lines;
}

async function lookAtVersion(rest: KubernetesRest, { now }: SiteAccess): Promise<Found> {
  const { gitVersion } = await rest.read("/version", versionAnswer);
  const words = `Kubernetes ${gitVersion}; Millrace has not been run on one yet`;
  return rest.answeredMs === null ? ok(words) : lookAtClock(words, rest.answeredMs, now());
}

async function lookAtRights(rest: KubernetesRest, { namespace, queue, allPods }: KubernetesSettings): Promise<Found> {
  const may = async ({ everywhere = false, ...right }: Right): Promise<boolean> => {
    const path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    const resourceAttributes = { ...right, ...(everywhere ? {} : { namespace }) };
    const body = {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SelfSubjectAccessReview",
      spec: { resourceAttributes },
    };
    return (await rest.call({ method: "POST", path, body }, (answer) => contentOf(answer, reviewAnswer))).status
      .allowed;
  };
  const needed = [
    ...NEEDED,
    ...(queue ? OF_QUEUE : []),
    ...(allPods ? each("pods", "list", { everywhere: true }) : []),
  ];
  const missing: string[] = [];
  for (const right of needed) if (!(await may(right))) missing.push(wordsOf(right));
  if (missing.length > 0) return fault(`it may not ${missing.join(", ")} (docs/deploy/kubernetes)`);
  const more: string[] = [];
  for (const right of TOO_MUCH) if (await may(right)) more.push(wordsOf(right));
  return more.length > 0 ? warning(`all, and more than it needs: it may ${more.join(", ")}`) : ok("all, and no more");
}

function wordsOf({ verb, resource, subresource, everywhere }: Right): string {
  return `${verb} ${[resource, subresource].filter(Boolean).join("/")}${everywhere ? " of the cluster" : ""}`;
}

async function lookAtNodes(rest: KubernetesRest, settings: KubernetesSettings): Promise<Found> {
  const { gpuLabel, resource } = settings;
  const { items } = await rest.list("/api/v1/nodes", nodeSchema);
  const nodes = items.map((node) => ({ ...nodeOf(node, [], settings), word: node.metadata.labels[gpuLabel] ?? "" }));
  const withGpus = nodes.filter(({ gpus, word }) => gpus > 0 || word !== "");
  const words = [...new Set(withGpus.map(({ word }) => word))].map((word) => {
    const of = withGpus.filter((node) => node.word === word);
    const count = of.reduce((sum, { gpus }) => sum + gpus, 0);
    const type = of[0]?.gpuType;
    return `${count} × ${word || `GPUs without the label ${gpuLabel}`} on ${of.length} nodes ${type ? `= ${type}` : "left out: no GPU type is mapped to it"}`;
  });
  // A label without GPUs: the device plugin does not run there.
  const empty = withGpus.filter(({ gpus }) => gpus === 0).length;
  const closed = withGpus.filter(({ takesJobs }) => !takesJobs);
  const all = [
    ...words,
    ...(empty > 0 ? [`${empty} nodes have no ${resource} although they have the label`] : []),
    ...(closed.length > 0 ? [`${closed.length} nodes take no Pods now (${closed[0]?.name}: ${closed[0]?.why})`] : []),
  ].join("; ");
  if (!withGpus.some(({ gpuType, gpus }) => gpuType && gpus > 0))
    return fault(all || `${nodes.length} nodes without GPUs`);
  return empty > 0 || closed.length > 0 || withGpus.some(({ gpuType }) => !gpuType) ? warning(all) : ok(all);
}

async function lookAtQueue(rest: KubernetesRest, { queue }: KubernetesSettings): Promise<Found> {
  if (!queue)
    return warning(
      "none: the scheduler alone decides, gangs of several nodes are refused, and no quota says why a task waits",
    );
  const version = await kueueVersion(rest);
  return version ? ok(`${queue}, by Kueue's ${version}`) : fault("there is no Kueue");
}

/** Has the API check a Pod without creating it: with Pod Security, quota and the site's other admission checks. */
async function tryPod(rest: KubernetesRest, settings: KubernetesSettings): Promise<Found> {
  const [gpuType = ""] = Object.values(settings.gpuMap);
  const ask: PlaceAsk = {
    ...{
      name: `mr-probe-${randomUUID()}`,
      resvGuid: "",
      attempt: 1,
      gpuType,
      nodes: 1,
      gpusPerNode: 1,
      cpusPerNode: 1,
    },
    ...{
      memMbPerNode: 1024,
      maxSeconds: 60,
      url: "https://localhost",
      token: "",
      comment: "Millrace tests its connection",
      image: settings.image || settings.agentImage,
    },
  };
  const path = `/api/v1/namespaces/${settings.namespace}/pods`;
  const query = { dryRun: "All", fieldValidation: "Strict" };
  const body = podRequest(ask, 0, settings);
  const pod = await rest
    .call({ method: "POST", path, query, body }, (answer) => {
      refusePod(answer);
      return contentOf(answer, podSchema);
    })
    .catch((error: unknown) => {
      if (error instanceof PlaceRefused) throw new Error(error.message);
      throw error;
    });
  if (settings.queue && !isManaged(pod))
    return warning("would be taken, but Kueue does not look after Pods of this namespace: gangs are refused");
  return ok("would be taken");
}
