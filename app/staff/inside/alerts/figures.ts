import type { TroubledNode } from "~/fleet/list-troubled-nodes.server";
import type { NewestTelemetry } from "~/fleet/newest-telemetry.server";

/** The figures that alert rules can watch. Their names are stored, so they never change. */

interface AlertFigure {
  group: "GPUs" | "Nodes" | "Clusters" | "Capacity" | "Money" | "Service";
  /** As in 'GPU temperature is above 90 °C', or 'a node is dead'. */
  label: string;
  isPlural?: true;
  /** Follows the value; absent: the figure is a state that is so or not. */
  unit?: string;
  /** One and several of the things that have the figure; absent: the whole installation has it. */
  of?: readonly [one: string, several: string];
  /** A rule may choose among nodes by cluster, GPU type, rack and label. */
  ofNodes?: true;
  /** Advice in mails and on the alert's page. */
  advice: string;
  /** The screen that shows it. */
  to: string;
  /** The field of a GPU's newest figures that it is, of its errors, of its node's figures, or of a node with a trouble. */
  ofGpu?: keyof NewestTelemetry["ofGpus"][number];
  ofErrors?: keyof NewestTelemetry["errors"][number];
  ofNode?: keyof NonNullable<NewestTelemetry["node"]>;
  ofTrouble?: Extract<keyof TroubledNode, `is${string}` | "hasFailedChore" | "criticalFindings">;
}

const GPU = { group: "GPUs", of: ["GPU", "GPUs"], ofNodes: true, to: "/dashboard/fleet" } as const;
const ATTENTION = "/dashboard/nodes?show=attention";
const NODE = { group: "Nodes", of: ["node", "nodes"], ofNodes: true, to: ATTENTION } as const;
const CLUSTER = { group: "Clusters", of: ["cluster", "clusters"], to: ATTENTION } as const;

export const ALERT_FIGURES = {
  "gpu.temperature": {
    ...{ ...GPU, label: "GPU temperature", unit: "°C", ofGpu: "tempMax" },
    advice: "Look at the air of the rack and the fans of the node. Drain the node if it stays hot.",
  },
  "gpu.slowed-by-heat": {
    ...{ ...GPU, label: "time for which a GPU is slowed down by heat", unit: "% of a minute", ofGpu: "slowThermal" },
    advice: "Tasks on the GPU run slowly. Look at its cooling, and drain the node if it lasts.",
  },
  "gpu.slowed-by-power": {
    ...{ ...GPU, unit: "% of a minute", ofGpu: "slowPower" },
    label: "time for which a GPU is slowed down by its power limit",
    advice: "Look at the power limit and the power supply of the node.",
  },
  "gpu.load": { ...GPU, label: "GPU load", unit: "%", ofGpu: "busy", advice: "Look at the tasks on the GPU." },
  "gpu.memory": {
    ...{ ...GPU, label: "GPU memory in use", unit: "%", ofGpu: "memMax" },
    advice: "Look at the tasks on the GPU.",
  },
  "gpu.power": { ...GPU, label: "GPU power", unit: "W", ofGpu: "power", advice: "Look at the power limit of the GPU." },
  "gpu.ecc-corrected": {
    ...{ ...GPU, isPlural: true, unit: "", ofErrors: "eccCorrected" },
    label: "corrected memory errors of a GPU within 24 hours",
    advice: "Nothing is lost yet. If the number grows, drain the node and test the GPU.",
  },
  "gpu.ecc-uncorrected": {
    ...{ ...GPU, isPlural: true, unit: "", ofErrors: "eccUncorrected" },
    label: "uncorrected memory errors of a GPU within 24 hours",
    advice: "Results of tasks may be wrong. Drain the node, then reset and test the GPU.",
  },
  "gpu.link-errors": {
    ...{ ...GPU, label: "link errors of a GPU within 24 hours", isPlural: true, unit: "", ofErrors: "link" },
    advice: "Look at the seat of the card and its cables.",
  },
  "node.dead": {
    ...{ ...NODE, label: "a node is dead", to: "/dashboard/nodes?show=dead", ofTrouble: "isDead" },
    advice:
      "Look at the machine, its network and its agent. Its tasks are in an incident until it reports again. Under Incidents on the node's page, admins give their money back.",
  },
  "node.error": {
    ...{ ...NODE, label: "a node reports errors or needs a reboot", ofTrouble: "isFailing" },
    advice: "It gets no new tasks. Drain it, reboot it, and read its log.",
  },
  "node.flapping": {
    ...{ ...NODE, label: "a node falls silent too often", ofTrouble: "isFlapping" },
    advice: "It gets no tasks until it is calm. Look at its network.",
  },
  "node.occupied": {
    ...{ ...NODE, ofTrouble: "isOccupied" },
    label: "a node is still occupied after the time by which it should be empty",
    advice: "Write to the customers whose tasks are on it, or move the date.",
  },
  "node.failed-chore": {
    ...{ ...NODE, label: "the maintenance or self-test of a node has failed", ofTrouble: "hasFailedChore" },
    advice: "Read its output on the node's page.",
  },
  "node.critical-findings": {
    ...{ ...NODE, label: "critical findings on a node", isPlural: true, unit: "", ofTrouble: "criticalFindings" },
    advice: "The node's page says what was found and what to do.",
  },
  "node.cpu": {
    ...{ ...NODE, label: "processor use of a node", unit: "%", ofNode: "cpu" },
    advice: "Look at the tasks on the node.",
  },
  "node.memory": {
    ...{ ...NODE, label: "memory in use of a node", unit: "%", ofNode: "mem" },
    advice: "Look at the tasks on the node.",
  },
  "node.disk-free": {
    ...{ ...NODE, label: "free disk space of a node", unit: "GB", ofNode: "diskFree" },
    advice: "Delete old images and logs on the machine, or move volumes. Tasks fail to start on a full disk.",
  },
  "cluster.silent": {
    ...{ ...CLUSTER, label: "the nodes of a cluster fall silent at once" },
    advice:
      "The cause is usually the network between Millrace and the cluster, not the machines. No node is declared dead for it, no task is abandoned, customers are not notified, and time without reports is not charged. Nodes that stay silent for long count as dead later.",
  },
  "cluster.scheduler-away": {
    ...{ ...CLUSTER, label: "the scheduler of a cluster cannot be asked", to: "/dashboard" },
    advice:
      "Running tasks go on and are charged; new ones wait. The cluster's page says why, and shows when it answers again.",
  },
  "fleet.free-gpus": {
    ...{
      group: "Capacity",
      label: "free GPUs of a type in a cluster",
      isPlural: true,
      unit: "",
      of: ["GPU type", "GPU types"],
    },
    ...{ to: "/dashboard/nodes", advice: "New tasks wait. Return drained nodes, or add some." },
  },
  "fleet.longest-wait": {
    ...{ group: "Capacity", label: "the longest wait in the queue", unit: "minutes", to: "/dashboard/scheduled" },
    advice: "Scheduled says why each task waits.",
  },
  "fleet.waiting-tasks": {
    ...{ group: "Capacity", label: "tasks that wait", isPlural: true, unit: "", to: "/dashboard/scheduled" },
    advice: "Scheduled says why each task waits.",
  },
  "money.top-ups": {
    ...{ group: "Money", label: "top-ups since 00:00 UTC", isPlural: true, unit: "dollars", to: "/dashboard/reports" },
    advice: "Compare them with other days in Reports.",
  },
  "money.refused-payments": {
    ...{
      group: "Money",
      label: "card payments refused within 24 hours",
      isPlural: true,
      unit: "",
      to: "/dashboard#refused-payments",
    },
    advice: "A card that is tried many times may be stolen. If many customers are refused, ask the payment provider.",
  },
  "money.differences": {
    ...{
      group: "Money",
      label: "open differences of the checks of money",
      isPlural: true,
      unit: "",
      to: "/dashboard/money",
    },
    advice: "Money says what differs. Settle each difference there.",
  },
  "money.refused-requests": {
    ...{
      group: "Money",
      label: "the payment provider refuses our key",
      of: ["request", "requests"],
      to: "/dashboard/money",
    },
    advice:
      "Money says which permission the key lacks, what stops without it and what to do. Without the whole key nobody can pay by card.",
  },
  "service.failed-jobs": {
    ...{
      group: "Service",
      label: "queued jobs that failed for good",
      isPlural: true,
      unit: "",
      to: "/dashboard#queued-jobs",
    },
    advice: "Read the error on the dashboard, and press 'Try again' once its cause is gone.",
  },
  "service.unsent-mails": {
    ...{
      group: "Service",
      label: "mails that have not been sent within 15 minutes",
      isPlural: true,
      unit: "",
      to: "/dashboard",
    },
    advice: "Look at SMTP_URL and the mail server. The worker's log has its answers.",
  },
  "service.failing-webhooks": {
    ...{
      group: "Service",
      label: "webhook endpoints of customers that fail",
      isPlural: true,
      unit: "",
      to: "/dashboard",
    },
    advice: "If many customers are affected, look at the way from the workers to the internet.",
  },
  "service.failing-channels": {
    ...{
      group: "Service",
      label: "an alert channel fails",
      of: ["channel", "channels"],
      to: "/dashboard/alerts/channels",
    },
    advice: "Channels says what each answered. Send it a test.",
  },
} as const satisfies Record<string, AlertFigure>;

export type FigureName = keyof typeof ALERT_FIGURES;

export const FIGURE_NAMES = Object.keys(ALERT_FIGURES) as FigureName[];

export function isFigure(name: string): name is FigureName {
  return Object.hasOwn(ALERT_FIGURES, name);
}

export function figureOf(name: FigureName): AlertFigure {
  return ALERT_FIGURES[name];
}

/** '91.5 °C'; empty for a state. */
export function valueText(name: FigureName, value: number): string {
  const { unit } = figureOf(name);
  if (unit === undefined) return "";
  const text = (Math.round(value * 10) / 10).toLocaleString("en-US");
  return unit === "" ? text : `${text} ${unit}`;
}

/** The page of the node or cluster that a cause names; null: there is none. */
export function causePath(figure: FigureName, cause: string): string | null {
  const [kind, name = ""] = cause.split(":");
  if (kind === "node" || kind === "gpu") return `/dashboard/nodes/${name}`;
  return figure === "cluster.scheduler-away" ? `/dashboard/clusters/${name}` : null;
}
