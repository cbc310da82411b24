import type { NewestTelemetry } from "./newest-telemetry.server";
import type { GpuFigure, NodeFigure, ErrorKind } from "./inside/telemetry/figures";

/** A gauge of `/metrics` with one value per node, or one for each value of a further label. */
interface NodeGauge {
  name: string;
  help: string;
  label?: "of" | "kind";
  read: (node: NewestTelemetry) => Record<string, number | null>;
}

const KB = 1000;
const GB = 1e9;

/** Mean and largest value of a node's GPUs; null if no GPU reports one. */
const ofGpus = (mean: GpuFigure, max: GpuFigure) => (node: NewestTelemetry) => {
  const values = (figure: GpuFigure) => node.ofGpus.flatMap((gpu) => gpu[figure] ?? []);
  const means = values(mean);
  if (means.length === 0) return { mean: null, max: null };
  return {
    mean: round(means.reduce((sum, value) => sum + value, 0) / means.length),
    max: Math.max(...values(max)),
  };
};

const ofNode =
  (figure: NodeFigure, factor = 1) =>
  ({ node }: NewestTelemetry) => ({ value: node && node[figure] !== null ? node[figure] * factor : null });

const errors = (node: NewestTelemetry, kind: ErrorKind) => node.errors.reduce((sum, gpu) => sum + gpu[kind], 0);

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Gauges of the newest minute of each node. */
export const NODE_GAUGES: readonly NodeGauge[] = [
  {
    ...{ name: "millrace_node_gpu_busy_percent", help: "Load of a node's GPUs", label: "of" },
    read: ofGpus("busy", "busyMax"),
  },
  {
    ...{ name: "millrace_node_gpu_memory_percent", help: "Memory in use of a node's GPUs", label: "of" },
    read: ofGpus("mem", "memMax"),
  },
  {
    ...{ name: "millrace_node_gpu_temperature_celsius", help: "Temperature of a node's GPUs", label: "of" },
    read: ofGpus("temp", "tempMax"),
  },
  {
    ...{ name: "millrace_node_gpu_power_watts", help: "Power of a node's GPUs, each", label: "of" },
    read: ofGpus("power", "powerMax"),
  },
  {
    ...{ name: "millrace_node_gpu_clock_mhz", help: "Clock of a node's GPUs", label: "of" },
    read: ofGpus("clock", "clock"),
  },
  {
    name: "millrace_node_gpus_slowed",
    help: "GPUs of a node that were slowed down in the newest minute, by reason",
    label: "kind",
    read: ({ ofGpus: gpus }) => ({
      thermal: gpus.filter((gpu) => (gpu.slowThermal ?? 0) > 0).length,
      power: gpus.filter((gpu) => (gpu.slowPower ?? 0) > 0).length,
      other: gpus.filter((gpu) => (gpu.slowOther ?? 0) > 0).length,
    }),
  },
  {
    name: "millrace_node_gpu_errors_24h",
    help: "New errors of a node's GPUs in the last 24 hours",
    label: "kind",
    read: (node) => ({
      "memory corrected": errors(node, "eccCorrected"),
      "memory uncorrected": errors(node, "eccUncorrected"),
      link: errors(node, "link"),
    }),
  },
  { name: "millrace_node_cpu_percent", help: "Use of a node's processors", read: ofNode("cpu") },
  { name: "millrace_node_memory_percent", help: "Memory in use of a node", read: ofNode("mem") },
  {
    name: "millrace_node_disk_read_bytes_per_second",
    help: "Bytes read from a node's disks",
    read: ofNode("diskRead", KB),
  },
  {
    ...{ name: "millrace_node_disk_written_bytes_per_second", help: "Bytes written to a node's disks" },
    read: ofNode("diskWrite", KB),
  },
  { name: "millrace_node_disk_free_bytes", help: "Free space on the agent's disk", read: ofNode("diskFree", GB) },
  {
    ...{ name: "millrace_node_network_received_bytes_per_second", help: "Bytes that arrive at a node" },
    read: ofNode("netReceived", KB),
  },
  {
    ...{ name: "millrace_node_network_sent_bytes_per_second", help: "Bytes that leave a node" },
    read: ofNode("netSent", KB),
  },
];
