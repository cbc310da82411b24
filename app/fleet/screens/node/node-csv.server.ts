import { readPastFindings } from "~/fleet/read-findings.server";
import { knownEnd, type TaskOnNode } from "~/fleet/inside/nodes/free-by";
import { type ModeChange, readModeChanges, readNodeIncidents } from "~/fleet/inside/nodes/read-node-past.server";
import type { Span } from "~/fleet/inside/telemetry/spans";
import { readNodeQueue } from "~/fleet/inside/nodes/read-node-queue.server";
import { readNodeTasks } from "~/fleet/inside/nodes/read-node-tasks.server";
import { timeOf } from "~/platform/csv-cell";
import { csvTable } from "~/platform/http/csv-instead.server";
import { machineTable, gpusTable } from "./history/history-csv.server";
import { modeName } from "../nodes/modes";

/** The tables of a node's page as files. */
export function nodeTables(asked: { nodeName: string; seesMoney: boolean; span: Span; now: Date }) {
  const { nodeName, seesMoney, span, now } = asked;
  const ofMoney = {
    "Money runs out": (task: TaskOnNode) => timeOf(task.money_ts),
    "Automatic top-up": (task: TaskOnNode) => task.auto_top_up,
  };
  return {
    tasks: () =>
      csvTable(() => readNodeTasks({ nodeName, seesMoney, now }), {
        Task: (task) => task.task_name,
        "Reservation id": (task) => task.resv_guid,
        Tenant: (task) => task.tenant_name,
        State: (task) => task.state,
        "GPUs here": (task) => task.gpus,
        GPUs: (task) => task.gpus_all,
        Since: (task) => timeOf(task.since_ts),
        "Cents per hour": (task) => task.pph,
        "Declared end": (task) => timeOf(task.declared_ts),
        "Spend limit reached": (task) => timeOf(task.spend_ts),
        ...(seesMoney ? ofMoney : {}),
        "Free by": (task) => timeOf(knownEnd(task)?.ts ?? null),
      }),
    waiting: () =>
      csvTable(async () => (await readNodeQueue({ nodeName })).first, {
        Position: (task) => task.position,
        Task: (task) => task.task_name,
        "Reservation id": (task) => task.resv_guid,
        Tenant: (task) => task.tenant_name,
        GPUs: (task) => task.gpus_min,
        Since: (task) => timeOf(task.ts_scheduled),
        Reason: (task) => task.reason,
      }),
    modes: () =>
      csvTable(() => readModeChanges({ nodeName }), {
        Time: (change) => timeOf(change.at_ts),
        Who: (change) => change.by,
        "As planned": (change) => change.planned,
        Before: (change) => modeOf(change.drain_before),
        After: (change) => modeOf(change.drain_after),
        "Planned to be empty by": (change: ModeChange) => timeOf(change.empty_by_ts),
      }),
    findings: () =>
      csvTable(() => readPastFindings({ nodeName }), {
        Finding: (finding) => finding.name,
        GPU: (finding) => finding.gpu_id,
        Severity: (finding) => finding.severity,
        "To do": (finding) => finding.action,
        Text: (finding) => finding.text,
        Times: (finding) => finding.count,
        First: (finding) => timeOf(finding.first_ts),
        Last: (finding) => timeOf(finding.last_ts),
        Cleared: (finding) => timeOf(finding.cleared_ts),
        By: (finding) => finding.cleared_by,
      }),
    history: () => gpusTable({ nodeName, span, now }),
    machine: () => machineTable({ nodeName, span, now }),
    incidents: () =>
      csvTable(() => readNodeIncidents({ nodeName, now }), {
        Began: (incident) => timeOf(incident.at_ts),
        Task: (incident) => incident.task_name,
        "Reservation id": (incident) => incident.resv_guid,
        Tenant: (incident) => incident.tenant_name,
        Became: (incident) => incident.became,
        Ended: (incident) => timeOf(incident.became_ts),
      }),
  };
}

function modeOf(drain: number | null): string | null {
  return drain === null ? null : modeName(drain);
}
