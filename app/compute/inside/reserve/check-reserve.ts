import { GPU_CHOICES, largestSize, type Network, NETWORK_DEFAULT_RENT, NETWORKS } from "~/compute/gpu-sizes";
import { nameOfImage, type StoredImage } from "~/compute/inside/capacity/task-image";
import { M } from "~/compute/messages";
import { checkAll, Refusal } from "~/platform/refusal";
import { type AgentOption, AGENT_DEFAULT, isAgentOption } from "~/compute/inside/tasks/agent-options";
import { requireTags } from "~/compute/task-tags";
import { requireTaskName } from "~/compute/inside/tasks/task-name";
import { requireVolumePath, VOLUMES_OF_TASK } from "~/compute/inside/volumes/volume-input";
import { VOLUME_PATH } from "~/compute/inside/volumes/volume-path";
import type { VolumeChoice } from "~/compute/inside/volumes/attach-volumes.server";
import { isGrowth } from "./growth";
import type { ReserveInput } from "./reserve-input";
import { chosenStops, type Stops } from "./stop-rules";

/** Things that may be reserved, and the usable keys, at the time of the request. */
export interface Offers {
  /** Cents per GPU-hour by GPU type. */
  prices: Record<string, number>;
  /** Clusters in the order of the catalogue. */
  clusters: { clusterName: string; networks: string[]; hasEngine: boolean; types: OfferedType[] }[];
  images: (StoredImage & { tenantImage: string; deprecated: boolean; isDefault: boolean })[];
  /** The tenant's keys: those of the user first, their default before the others. */
  sshKeys: OfferedKey[];
}

/** Enrolled nodes of a GPU type in a cluster, in service or not. */
export interface OfferedType {
  gpuType: string;
  gpus: number;
  largestNodeGpus: number;
  eightGpuNodes: number;
}

interface OfferedKey {
  id: number;
  line: string;
  /** Owner of the key, and whether that is the caller. */
  userId: number;
  own: boolean;
}

export interface ReserveChoice {
  taskName: string;
  gpuType: string;
  gpuPph: number;
  gpusMin: number;
  gpusMax: number;
  gpusIncr: number;
  clusterName: string;
  /** An engine chooses the machines of the cluster (20.1). */
  hasEngine: boolean;
  network: Network;
  tenantImage: string;
  /** Reference of the image for container nodes; null if it has none. */
  image: string | null;
  agent: AgentOption;
  sshKey: OfferedKey;
  /** When it ends by itself (S16). */
  stops: Stops;
  tags: string[];
  volumes: VolumeChoice[];
  /** Name of a template; null for none. */
  template: string | null;
  enqueue: boolean;
}

/** Used in addition to M24, which names an unknown type. */
const NO_GPU_TYPE = "Choose a GPU type.";

/**
 * Checks a request against the catalogue and fills the defaults (3.3). The message is that of the first fault in the
 * order of the checks; the refusal has the fields of all.
 */
export function checkReserve(input: ReserveInput, offers: Offers): ReserveChoice {
  const gpuType = input.gpu_type ?? "";
  const cluster = () => chosenCluster(input, offers, gpuType);
  const offered = () => {
    chosenPrice(gpuType, offers);
    refuseSoldOut(gpuType, offers);
  };
  const checked = checkAll({
    taskName: () => requireTaskName(input.task_name ?? ""),
    gpuPph: () => chosenPrice(gpuType, offers),
    gpusMin: () => chosenGpus(input),
    cluster,
    offered,
    network: () => chosenNetwork(input, cluster()),
    image: () => chosenImage(input, offers),
    agent: () => chosenAgent(input),
    agreed: () => refuseUnagreed(input),
    growth: () => chosenGrowth(input, chosenGpus(input)),
    sshKey: () => chosenKey(input, offers),
    stops: () => chosenStops(input, chosenAgent(input)),
    tags: () => requireTags(input.tags ?? []),
    volumes: () => chosenVolumes(input),
    held: () => {
      offered();
      refuseTooLarge(chosenGpus(input), cluster(), gpuType);
    },
  });
  const { taskName, gpuPph, gpusMin, growth, network, image, agent, sshKey, stops, tags, volumes } = checked;
  return {
    ...{ taskName, gpuType, gpuPph, gpusMin, ...growth, network, agent, sshKey, stops, tags, volumes },
    clusterName: checked.cluster.clusterName,
    hasEngine: checked.cluster.hasEngine,
    tenantImage: image.tenantImage,
    image: nameOfImage(image),
    template: input.template ?? null,
    enqueue: input.enqueue,
  };
}

function chosenPrice(gpuType: string, { prices }: Offers): number {
  const gpuPph = Object.hasOwn(prices, gpuType) ? prices[gpuType] : undefined;
  if (gpuType === "") throw Refusal.ofField("gpu_type", NO_GPU_TYPE);
  if (gpuPph === undefined) throw Refusal.ofField("gpu_type", M.unknownGpuType({ gpu_type: gpuType }));
  return gpuPph;
}

function chosenAgent({ agent = AGENT_DEFAULT }: ReserveInput): AgentOption {
  if (!isAgentOption(agent)) throw Refusal.ofField("agent", M.unreadable);
  return agent;
}

function refuseUnagreed({ enqueue, agree }: ReserveInput): void {
  if (enqueue && !agree) throw Refusal.ofField("agree", M.agreeToQueueTerms);
}

/** Returns the chosen number of GPUs. @throws Refusal M25. */
export function chosenGpus(input: ReserveInput): number {
  const gpus = input.gpu_min ?? input.gpus_min;
  if (!GPU_CHOICES.some((choice) => choice === gpus)) throw Refusal.ofField("gpu_min", M.wrongGpuCount);
  return Number(gpus);
}

/** The first cluster in order that has the type, when none is named. */
function chosenCluster({ cluster_name }: ReserveInput, { clusters }: Offers, gpuType: string) {
  const chosen = cluster_name
    ? clusters.find((one) => one.clusterName === cluster_name)
    : (clusters.find((one) => one.types.some((type) => type.gpuType === gpuType)) ?? clusters[0]);
  if (!chosen) throw Refusal.ofField("cluster_name", M.unknownCluster({ cluster_name: cluster_name ?? "" }));
  return chosen;
}

function chosenNetwork({ network }: ReserveInput, cluster: Offers["clusters"][number]): Network {
  const wanted = network ?? NETWORK_DEFAULT_RENT;
  const known = NETWORKS.find((one) => one === wanted);
  if (known && cluster.networks.includes(known)) return known;
  throw Refusal.ofField("network", M.noSuchNetwork({ cluster_name: cluster.clusterName, network: wanted }));
}

function chosenImage({ tenant_image }: ReserveInput, { images }: Offers): Offers["images"][number] {
  const image = images.find((one) => (tenant_image ? one.tenantImage === tenant_image : one.isDefault));
  if (image && !image.deprecated) return image;
  throw Refusal.ofField("tenant_image", M.unknownImage({ tenant_image: tenant_image ?? "" }));
}

/** Returns how far a task may grow from that number of GPUs; 0 if it may not. @throws Refusal M32. */
export function chosenGrowth(input: ReserveInput, gpusMin: number): { gpusMax: number; gpusIncr: number } {
  const [gpusMax, gpusIncr] = [input.gpus_max ?? 0, input.gpus_incr ?? 1];
  const asked = { gpu_min: gpusMin, gpus_max: gpusMax, gpus_incr: gpusIncr };
  if (!isGrowth({ ...asked, gpus_incr: 1 })) throw Refusal.ofField("gpus_max", M.wrongGpuRange);
  if (!isGrowth(asked)) throw Refusal.ofField("gpus_incr", M.wrongGpuRange);
  return { gpusMax, gpusIncr };
}

/** Reads the volumes: a form names one, a program may list several, each once and at a different folder. */
function chosenVolumes({ volumes, volume, volume_path, volume_read_only }: ReserveInput): VolumeChoice[] {
  const one = volume ? [{ name: volume, path: volume_path ?? VOLUME_PATH, read_only: volume_read_only }] : [];
  const field = volume ? "volume_path" : "volumes";
  const chosen = [...(volumes ?? []), ...one].map(({ name, path, read_only }) => ({
    name: name.trim(),
    path: requireVolumePath(path, field),
    readOnly: read_only,
  }));
  const areDistinct = (values: string[]) => new Set(values).size === values.length;
  const nested = chosen.some((a) => chosen.some((b) => a !== b && b.path.startsWith(`${a.path}/`)));
  if (nested || !areDistinct(chosen.map(({ path }) => path))) throw Refusal.ofField(field, M.volumePathWrong);
  if (chosen.length > VOLUMES_OF_TASK || !areDistinct(chosen.map(({ name }) => name)))
    throw Refusal.ofField(field, M.unreadable);
  return chosen;
}

/** Returns the named key, or the user's own default; never another member's key. */
function chosenKey({ ssh_key_id }: ReserveInput, { sshKeys }: Offers): OfferedKey {
  const key = sshKeys.find(({ id, own }) => (ssh_key_id === undefined ? own : id === ssh_key_id));
  if (!key) throw Refusal.ofField("ssh_key_id", M.sshKeyRequired);
  return key;
}

/** Refuses a type without a node: nobody knows whether one will come, so there is no queue for it. */
function refuseSoldOut(gpuType: string, { clusters }: Offers): void {
  if (clusters.some(({ types }) => types.some((type) => type.gpuType === gpuType))) return;
  throw Refusal.ofField("gpu_type", M.soldOut({ gpu_type: gpuType }), { body: { sold_out: true } });
}

/** Refuses sizes that no enrolled nodes could hold even when empty: they would wait for ever (S11). */
function refuseTooLarge(gpus: number, cluster: Offers["clusters"][number], gpuType: string): void {
  const type = cluster.types.find((one) => one.gpuType === gpuType);
  if (type && gpus <= largestSize(type)) return;
  const n = type?.gpus ?? 0;
  throw Refusal.ofField("gpu_min", M.clusterTooSmall({ cluster_name: cluster.clusterName, n }));
}
