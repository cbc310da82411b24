import { db } from "~/platform/db.server";
import type { Finding } from "~/fleet/agent-findings";
import { listNodes } from "~/fleet/list-nodes.server";
import type { Machine } from "./machine";

export const DEAD_GPU: Finding = {
  name: "xid-79",
  severity: "critical",
  action: "reboot",
  gpu: "GPU-0",
  gpu_id: 0,
  first_ts: 1_000_000,
  last_ts: 1_000_000,
  count: 1,
  text: "Xid 79, GPU has fallen off the bus",
};
export const OWN_ERROR: Finding = {
  ...DEAD_GPU,
  name: "xid-31",
  severity: "info",
  action: "customer",
  text: "Xid 31, GPU memory page fault",
};

/** Adds these findings to the machine's reports from now on; the agent counts critical ones as errors. */
export function find(machine: Machine, ...findings: Finding[]): void {
  machine.findings = findings;
  machine.sysinfo = { error_counter: findings.filter(({ severity }) => severity === "critical").length };
}

export const nodeOf = async (machine: Machine) => {
  const [row] = await db.query<{ name: string }>(`select node_name as name from node where id = $1`, [machine.nodeId]);
  const [node] = await listNodes({ names: [row?.name ?? ""] });
  if (!node) throw new Error("no such node");
  return node;
};
