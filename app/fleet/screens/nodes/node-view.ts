import type { NodeRow } from "~/fleet/list-nodes.server";
import type { FleetNode } from "~/fleet/inside/nodes/read-fleet.server";
import { NODE_DEAD_DEFAULT_S } from "~/platform/node-threshold";
import type { SysinfoRow } from "~/fleet/read-sysinfo.server";
import type { NodeTenants } from "~/fleet/read-tenants.server";
import type { Tone } from "~/platform/ui/tone";

export type { NodeRow, NodeTenants };

/** A report with the server's clock of the same answer or event, in epoch seconds (3.2). */
export type TimedSysinfo = SysinfoRow & { now_ts: number };

/** One node as the screen shows it. A node that never reported has no system info. */
export interface NodeView {
  node: NodeRow;
  gpus: number;
  /** True for simulated GPUs: a demo node. */
  simulated: boolean;
  /** Version of its agent; null if it reports none. */
  agentVersion: string | null;
  /** Time until which the key before a rotation is valid. */
  oldKeyUntilTs: number | null;
  /** Time by which it should be empty; null without a plan. */
  emptyBy: EmptyBy | null;
  sysinfo: TimedSysinfo | null;
  tenants: NodeTenants;
}

export interface EmptyBy {
  ts: number;
  /** True if the time had passed when the page was read. */
  passed: boolean;
}

export const NO_TENANTS: NodeTenants = { gpus: [], tasks: [] };

/** Returns the age of the last report by the server's own clock; the browser's is never used (3.2). */
export function reportAgeSeconds(sysinfo: TimedSysinfo): number {
  return Math.max(0, sysinfo.now_ts - sysinfo.reported_ts);
}

/** Checks whether the node is Dead: by the server's judgement if known, else by the age of its report (3.2). */
export function isDead({ node, sysinfo }: NodeView): boolean {
  if (node.health) return node.health === "dead";
  return sysinfo !== null && reportAgeSeconds(sysinfo) >= (sysinfo.reported_ts_dead ?? NODE_DEAD_DEFAULT_S);
}

function needsReboot({ sysinfo }: NodeView): boolean {
  return sysinfo?.ubuntu_needs_reboot === 1;
}

/** Checks whether the node takes no tasks because of a fault; drawn with a red frame (2.4, 6.1). */
export function isFlagged(view: NodeView): boolean {
  const errors = view.sysinfo?.error_counter ?? 0;
  return isDead(view) || view.node.health === "error" || needsReboot(view) || errors > 0;
}

/** Tasks still hold it after the time by which it should be empty. */
export function isOverdue({ emptyBy, tenants }: NodeView): boolean {
  return emptyBy?.passed === true && tenants.tasks.length > 0;
}

/** The labels of a node in words and colours; several may show at once (6.1). */
export function healthLabels(view: NodeView): Label[] {
  return labelsOf({
    health: isDead(view) ? "dead" : view.node.health,
    reboot: needsReboot(view),
    errors: view.sysinfo?.error_counter ?? 0,
    overdue: isOverdue(view),
    ...conditionOf(view.node),
  });
}

/** Parts of a node's row that labels and lines show. */
export function conditionOf(node: NodeRow) {
  const count = (severity: string) => node.findings.filter((one) => one.severity === severity).length;
  return {
    critical: count("critical"),
    warnings: count("warning"),
    unsteady: node.health !== "dead" && (node.contact === "suspect" || node.flapping),
    awaits_test: node.awaits_test,
  };
}

export interface Label {
  text: string;
  tone: Tone;
}

type Labelled = Pick<
  FleetNode,
  "health" | "reboot" | "errors" | "overdue" | "critical" | "warnings" | "unsteady" | "awaits_test"
>;

export function labelsOf({
  health,
  reboot,
  errors,
  overdue,
  critical,
  warnings,
  unsteady,
  awaits_test,
}: Labelled): Label[] {
  const labels: Label[] = [];
  if (health === "dead") labels.push({ text: "Dead", tone: "danger" });
  if (reboot) labels.push({ text: "REBOOT", tone: "danger" });
  if (errors > 0) labels.push({ text: errors === 1 ? "1 error" : `${errors} errors`, tone: "danger" });
  else if (health === "error" && labels.length === 0) labels.push({ text: "error", tone: "danger" });
  if (labels.length === 0 && health === "new") labels.push({ text: "new", tone: "warn" });
  if (critical + warnings > 0)
    labels.push({
      text: critical + warnings === 1 ? "1 finding" : `${critical + warnings} findings`,
      tone: critical > 0 ? "danger" : "warn",
    });
  if (unsteady) labels.push({ text: "unsteady", tone: "warn" });
  if (awaits_test) labels.push({ text: "awaits self-test", tone: "warn" });
  if (overdue) labels.push({ text: "still occupied", tone: "warn" });
  return labels;
}

/** Ids of the GPUs that tasks hold, each with the place of its task among the node's tasks. */
export function occupiedGpus(tenants: NodeTenants): Map<number, number> {
  return new Map(tenants.gpus.flatMap((ids, place) => ids.map((id) => [id, place] as const)));
}
