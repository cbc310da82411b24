import { useMemo } from "react";
import { nodeKeyOf } from "~/fleet/node-health";
import { authorization } from "~/platform/live/ask-path";
import type { LiveRow, Loaded } from "~/platform/live/newest";
import { useLive } from "~/platform/live/use-live";
import type { ListRow, ReportPart, TenantsPart } from "./list-row";
import { tenantsPart } from "./list-row";
import type { MapNode } from "./map-nodes";
import { conditionOf, type NodeRow, type NodeTenants, type TimedSysinfo } from "./node-view";
import { readNodes, readSysinfo, readTenants, withClock } from "./read-answers";
import { later, POLL_NODES_S, POLL_SYSINFO_S, POLL_TENANTS_S, type Refetched } from "./use-fleet";

/** A loaded line has its own counts; a row that arrived later has the findings themselves. */
type NodePart = Pick<NodeRow, "drain" | "health" | "version"> | NodeRow;

/**
 * Returns the lines of one page and the squares of all nodes, live. It follows modes, health and tenants for every
 * node, since they change rarely. It follows reports, one every 5 s per node, for the lines of the page only.
 */
export function useFleetList(
  { rows, map, atMs }: { rows: ListRow[]; map: MapNode[]; atMs: number },
  { apiKey, refetched }: { apiKey: string; refetched: Refetched },
) {
  const sizes = useMemo(() => new Map(map.map((node) => [nodeKeyOf(node.node_name), node.gpus])), [map]);
  const names = useMemo(() => new Set(map.map((node) => node.node_name)), [map]);
  const onPage = useMemo(() => new Set(rows.map((row) => nodeKeyOf(row.node_name))), [rows]);
  const loaded = useMemo(() => loadedOf(rows, map, atMs), [rows, map, atMs]);

  const nodes = useLive<"/operator", "node", NodePart>({
    namespace: "/operator",
    entity: "node",
    loaded: later(refetched.nodes, loaded.nodes),
    take: (event) => (names.has(event.key) ? event : null),
    poll: { path: "/v1/nodes", everySeconds: POLL_NODES_S, read: readNodes, headers: () => authorization(apiKey) },
  });
  const tenants = useLive<"/operator", "tenants", TenantsPart>({
    namespace: "/operator",
    entity: "tenants",
    loaded: loaded.tenants,
    take: (event) => {
      const gpus = sizes.get(event.key);
      return gpus === undefined ? null : { ...event, data: event.data && tenantsPart(event.data, gpus) };
    },
    poll: {
      path: "/dashboard/tenants",
      everySeconds: POLL_TENANTS_S,
      read: (answer, polledMs) => mapped(readTenants(answer, polledMs), (part, key) => sized(part, sizes.get(key))),
    },
  });
  const reports = useLive<"/operator", "sysinfo", ReportPart>({
    namespace: "/operator",
    entity: "sysinfo",
    loaded: later(partOfReports(refetched.sysinfo), loaded.reports),
    take: (event) => {
      if (!onPage.has(event.key)) return null;
      const timed = withClock(event);
      return { ...timed, data: timed.data && reportPart(timed.data) };
    },
    poll: {
      path: "/dashboard/sysinfo",
      everySeconds: POLL_SYSINFO_S,
      read: (answer) => mapped(readSysinfo(answer), reportPart),
    },
  });

  const shownRows = useMemo(
    () =>
      rows.flatMap((row) => {
        const key = nodeKeyOf(row.node_name);
        // A node that left the list was retired.
        const node = nodes.rows.get(row.node_name);
        if (!node) return [];
        const { version, drain, health } = node;
        const condition = "findings" in node ? conditionOf(node) : {};
        const parts = { ...tenants.rows.get(key), ...reports.rows.get(key), ...condition };
        return [{ version, row: { ...row, ...parts, drain, health } }];
      }),
    [rows, nodes.rows, tenants.rows, reports.rows],
  );
  const shownMap = useMemo(
    () =>
      map.flatMap((square) => {
        const node = nodes.rows.get(square.node_name);
        const used = tenants.rows.get(nodeKeyOf(square.node_name))?.used ?? square.used;
        return node ? [{ ...square, drain: node.drain, health: node.health, used }] : [];
      }),
    [map, nodes.rows, tenants.rows],
  );
  const ages = [nodes.ageSeconds, tenants.ageSeconds, reports.ageSeconds].filter((age) => age !== null);
  return { rows: shownRows, map: shownMap, ageSeconds: ages.length > 0 ? Math.max(...ages) : null };
}

function loadedOf(rows: ListRow[], map: MapNode[], atMs: number) {
  const byName = new Map(rows.map((row) => [row.node_name, row]));
  return {
    nodes: { atMs, rows: map.map((node) => ({ key: node.node_name, version: node.version, data: node as NodePart })) },
    tenants: {
      atMs,
      rows: map.map(({ node_name, used }) => {
        const row = byName.get(node_name);
        const unseen = { cells: "", used, tasks: 0, tenants: 0, tenant_names: "" };
        const data: TenantsPart = row ? ofTenants(row) : unseen;
        return { key: nodeKeyOf(node_name), version: atMs, data };
      }),
    },
    reports: {
      atMs,
      rows: rows.map((row) => ({
        key: nodeKeyOf(row.node_name),
        version: row.reported_ts ?? 0,
        data: { errors: row.errors, reboot: row.reboot, reported_ts: row.reported_ts, now_ts: row.now_ts },
      })),
    },
  };
}

function ofTenants({ cells, used, tasks, tenants, tenant_names }: ListRow): TenantsPart {
  return { cells, used, tasks, tenants, tenant_names };
}

function reportPart({ error_counter, ubuntu_needs_reboot, reported_ts, now_ts }: TimedSysinfo): ReportPart {
  return { errors: error_counter, reboot: ubuntu_needs_reboot === 1, reported_ts, now_ts };
}

function partOfReports(loaded: Loaded<TimedSysinfo> | null): Loaded<ReportPart> | null {
  return loaded && { atMs: loaded.atMs, rows: mapped(loaded.rows, reportPart) ?? [] };
}

function sized(tenants: NodeTenants, gpus = 0): TenantsPart {
  return tenantsPart(tenants, gpus);
}

function mapped<From, To>(rows: LiveRow<From>[] | null, to: (data: From, key: string) => To): LiveRow<To>[] | null {
  return rows && rows.map((row) => ({ ...row, data: to(row.data, row.key) }));
}
