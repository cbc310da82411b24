import type { SysinfoRow } from "~/fleet/read-sysinfo.server";
import type { LiveEvent } from "~/platform/live/events";
import type { LiveRow } from "~/platform/live/newest";
import type { NodeRow, NodeTenants, TimedSysinfo } from "./node-view";

/** Rows of `GET /v1/nodes`. */
export function readNodes(answer: unknown): LiveRow<NodeRow>[] | null {
  const { nodes } = answer as { nodes?: NodeRow[] };
  return nodes ? nodes.map(nodeRow) : null;
}

/** Rows of `GET /dashboard/sysinfo`, each with the clock of the answer. */
export function readSysinfo(answer: unknown): LiveRow<TimedSysinfo>[] | null {
  const { sysinfo, now_ts } = answer as { sysinfo?: Record<string, TimedSysinfo>; now_ts?: number };
  if (!sysinfo || now_ts === undefined) return null;
  return Object.entries(sysinfo).map(([key, report]) => sysinfoRow(key, { ...report, now_ts }));
}

/** Rows of `GET /dashboard/tenants`. */
export function readTenants(answer: unknown, atMs: number): LiveRow<NodeTenants>[] | null {
  const { tenants } = answer as { tenants?: Record<string, NodeTenants> };
  return tenants ? Object.entries(tenants).map(([key, data]) => ({ key, version: atMs, data })) : null;
}

export function nodeRow(node: NodeRow): LiveRow<NodeRow> {
  return { key: node.node_name, version: node.version, data: node };
}

/** The answer has no version, so the time of the report serves as one, here and in events. */
export function sysinfoRow(key: string, sysinfo: TimedSysinfo): LiveRow<TimedSysinfo> {
  return { key, version: sysinfo.reported_ts, data: sysinfo };
}

/** A `sysinfo` event with the server's clock at its sending in its data (3.2). */
export function withClock(event: LiveEvent<SysinfoRow>): LiveEvent<TimedSysinfo> {
  if (event.data === null) return { ...event, data: null };
  return { ...event, version: event.data.reported_ts, data: { ...event.data, now_ts: event.ts } };
}
