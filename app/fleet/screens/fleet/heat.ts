import type { NewestTelemetry } from "~/fleet/newest-telemetry.server";
import { hasLabel } from "~/fleet/node-labels";
import { counted } from "~/platform/counted";
import { groupBy } from "~/platform/group-by";

/** Figures by which the map is coloured; each is a number per GPU. */
export const FIGURES = {
  load: { label: "Load", unit: "%", head: "Load" },
  memory: { label: "Memory", unit: "%", head: "Memory" },
  temperature: { label: "Temperature", unit: "°C", head: "Temperature" },
  power: { label: "Power", unit: "W", head: "Power" },
  throttling: { label: "Throttling", unit: "%", head: "Slowed down" },
  errors: { label: "Errors", unit: "", head: "Errors in 24 hours" },
} as const;
export type Figure = keyof typeof FIGURES;

/** Grouping of the map; `label:KEY` is by the value of a label. */
export const GROUPS = { cluster: "Cluster", type: "GPU type", rack: "Rack" } as const;

export interface HeatFilter {
  figure: Figure;
  /** Part of a node's name, cluster, type, rack or label. */
  q: string;
  group: string;
}

const Q_MAX = 100;
const BY_LABEL = "label:";

export function heatFilterOf(search: URLSearchParams): HeatFilter {
  const figure = search.get("figure") ?? "";
  const group = (search.get("group") ?? "").slice(0, Q_MAX);
  return {
    figure: Object.hasOwn(FIGURES, figure) ? (figure as Figure) : "load",
    q: (search.get("q") ?? "").trim().slice(0, Q_MAX),
    group: Object.hasOwn(GROUPS, group) || group.startsWith(BY_LABEL) ? group : "cluster",
  };
}

/** A GPU on the map. */
export interface HeatGpu {
  /** Null: unknown. */
  value: number | null;
  /** 0 to 4, from nothing to the most, and 5 for a fault; empty: unknown. */
  heat: string;
}

export interface HeatNode {
  node_name: string;
  cluster_name: string;
  gpu_type: string;
  rack: string;
  labels: string[];
  gpus: HeatGpu[];
}

/** The value of a GPU by each figure; null if unknown. */
export function valueOf(node: NewestTelemetry, gpu: number, figure: Figure): number | null {
  const of = node.ofGpus[gpu];
  if (figure === "errors") {
    const errors = node.errors[gpu];
    if (errors) return errors.eccCorrected + errors.eccUncorrected + errors.link;
    return of ? 0 : null;
  }
  if (!of) return null;
  if (figure === "throttling")
    return of.slowThermal === null ? null : of.slowThermal + (of.slowPower ?? 0) + (of.slowOther ?? 0);
  return { load: of.busy, memory: of.mem, temperature: of.temp, power: of.power }[figure];
}

/** Limits of the shades 1 to 5, by figure. */
const LIMITS: Record<Exclude<Figure, "power">, readonly number[]> = {
  load: [1, 25, 50, 75],
  memory: [1, 25, 50, 75],
  temperature: [40, 55, 70, 78, 84],
  throttling: [0.1, 25, 50],
  errors: [1, 10],
};
/** Watts that count as the most of a type whose GPUs all idle. */
const WATTS_LEAST = 200;
const SHARES = [0.15, 0.35, 0.6, 0.8];

/** Shades a value. Heat and uncorrected errors are faults; power is compared with the most of the same GPU type. */
function heatOf(node: NewestTelemetry, gpu: number, figure: Figure, most: number): string {
  const value = valueOf(node, gpu, figure);
  if (value === null) return "";
  if (figure === "throttling" && (node.ofGpus[gpu]?.slowThermal ?? 0) > 0) return "5";
  if (figure === "errors" && (node.errors[gpu]?.eccUncorrected ?? 0) > 0) return "5";
  const [limits, shaded] = figure === "power" ? [SHARES, most === 0 ? 0 : value / most] : [LIMITS[figure], value];
  return String(limits.filter((limit) => shaded >= limit).length);
}

export function heatNodes(all: readonly NewestTelemetry[], { figure, q }: HeatFilter): HeatNode[] {
  const wanted = q.toLowerCase();
  const watts = groupBy(all, ({ gpu_type }) => gpu_type);
  const most = new Map(
    [...watts].map(([type, nodes]) => [
      type,
      Math.max(WATTS_LEAST, ...nodes.flatMap(({ ofGpus }) => ofGpus.map((gpu) => gpu.power ?? 0))),
    ]),
  );
  return all
    .filter((node) => wanted === "" || textOf(node).includes(wanted) || hasLabel(node.labels, q))
    .map((node) => ({
      node_name: node.node_name,
      cluster_name: node.cluster_name,
      gpu_type: node.gpu_type,
      rack: node.rack,
      labels: node.labels,
      gpus: Array.from({ length: node.gpus }, (_, gpu) => ({
        value: valueOf(node, gpu, figure),
        heat: heatOf(node, gpu, figure, most.get(node.gpu_type) ?? 0),
      })),
    }));
}

function textOf({ node_name, cluster_name, gpu_type, rack, labels }: NewestTelemetry): string {
  return [node_name, cluster_name, gpu_type, rack, ...labels].join("\n").toLowerCase();
}

/** The group of a node; empty for one without the rack or label. */
export function groupOf(node: Pick<HeatNode, "cluster_name" | "gpu_type" | "rack" | "labels">, group: string): string {
  if (group === "type") return node.gpu_type;
  if (group === "rack") return node.rack === "" ? "" : `${node.cluster_name} · ${node.rack}`;
  if (!group.startsWith(BY_LABEL)) return node.cluster_name;
  const key = group.slice(BY_LABEL.length);
  return node.labels.find((label) => label.split("=")[0] === key) ?? "";
}

/** Choices of grouping: those by label are the keys that nodes have. */
export function groupChoices(all: readonly Pick<NewestTelemetry, "labels">[]): { value: string; label: string }[] {
  const keys = [...new Set(all.flatMap(({ labels }) => labels.map((label) => label.split("=")[0] ?? "")))].sort();
  return [
    ...Object.entries(GROUPS).map(([value, label]) => ({ value, label })),
    ...keys.map((key) => ({ value: `${BY_LABEL}${key}`, label: `Label ${key}` })),
  ];
}

/** A GPU among the worst. */
export interface WorstGpu {
  node_name: string;
  cluster_name: string;
  gpu_type: string;
  rack: string;
  gpu: number;
  value: number;
  heat: string;
}

const WORST = 10;

/** The ten GPUs with the highest values above 0. */
export function worstOf(nodes: readonly HeatNode[]): WorstGpu[] {
  return nodes
    .flatMap(({ gpus, labels: _labels, ...node }) =>
      gpus.flatMap(({ value, heat }, gpu) => (value !== null && value > 0 ? [{ ...node, gpu, value, heat }] : [])),
    )
    .sort((one, other) => other.value - one.value || (one.node_name < other.node_name ? -1 : 1))
    .slice(0, WORST);
}

const SLOWED_NAMED = 3;

/** Names the nodes with GPUs that are slowed down, with their numbers, and counts those by heat. */
export function slowedText(nodes: readonly HeatNode[]): string {
  const known = nodes.flatMap(({ gpus }) => gpus).filter(({ value }) => value !== null).length;
  const slowed = nodes
    .map(({ node_name, gpus }) => ({ node_name, gpus: gpus.filter(({ value }) => value !== null && value > 0) }))
    .filter(({ gpus }) => gpus.length > 0)
    .sort((one, other) => other.gpus.length - one.gpus.length);
  const all = slowed.flatMap(({ gpus }) => gpus);
  if (all.length === 0) return `No GPU of ${known} is slowed down.`;
  const hot = all.filter(({ heat }) => heat === "5").length;
  const where = slowed.slice(0, SLOWED_NAMED).map(({ node_name, gpus }) => `${gpus.length} on ${node_name}`);
  const more = slowed.length - where.length;
  if (more > 0) where.push(`others on ${counted(more, "more node")}`);
  return `${all.length} of ${counted(known, "GPU")} ${all.length === 1 ? "is" : "are"} slowed down, ${hot === 0 ? "not" : hot} by heat: ${where.join(", ")}.`;
}

export function valueText(value: number, figure: Figure): string {
  const { unit } = FIGURES[figure];
  return `${Math.round(value).toLocaleString("en-US")}${unit === "" ? "" : unit === "%" ? "%" : ` ${unit}`}`;
}
