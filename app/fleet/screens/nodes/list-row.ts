import type { FleetNode } from "./fleet-node";
import { NO_TENANTS, type NodeTenants } from "./node-view";

/** A node as a line of the list, flat, so that two lines can be compared by their values. */
export type ListRow = Omit<FleetNode, "ip_internal" | "ip_public" | "version" | "rack" | "labels"> & {
  /** Rack and labels. */
  names: string;
  /** One letter per GPU: `.` is free, `a` held by the node's first task. */
  cells: string;
  /** The server's clock of the answer or event with the report, in epoch seconds. */
  now_ts: number;
};

export function listRow(node: FleetNode, tenants: NodeTenants | undefined, now_ts: number): ListRow {
  const { ip_internal: _internal, ip_public: _public, version: _version, rack, labels, ...shown } = node;
  return {
    ...shown,
    names: [...(rack === "" ? [] : [`Rack ${rack}`]), ...labels].join(" · "),
    ...tenantsPart(tenants ?? NO_TENANTS, node.gpus),
    now_ts,
  };
}

/** Parts of a line that depend on the node's tenants. */
export type TenantsPart = Pick<ListRow, "cells" | "used" | "tasks" | "tenants" | "tenant_names">;

export function tenantsPart({ gpus, tasks }: NodeTenants, all: number): TenantsPart {
  const letters = Array.from({ length: all }, () => ".");
  gpus.forEach((ids, task) => ids.forEach((id) => (letters[id] = String.fromCharCode(97 + (task % 26)))));
  const names = [...new Set(tasks.map((task) => task.tenant_name))];
  return {
    cells: letters.join(""),
    used: letters.filter((letter) => letter !== ".").length,
    tasks: tasks.length,
    tenants: names.length,
    tenant_names: names.join(" "),
  };
}

/** Parts of a line that depend on a report. */
export type ReportPart = Pick<ListRow, "errors" | "reboot" | "reported_ts" | "now_ts">;

export function sameRow(one: ListRow, other: ListRow): boolean {
  return (Object.keys(one) as (keyof ListRow)[]).every((field) => one[field] === other[field]);
}
