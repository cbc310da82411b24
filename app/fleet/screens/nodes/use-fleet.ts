import { useMemo } from "react";
import { nodeKeyOf } from "~/fleet/node-health";
import { useLive } from "~/platform/live/use-live";
import type { Loaded } from "~/platform/live/newest";
import { authorization } from "~/platform/live/ask-path";
import { type NodeRow, type NodeView, NO_TENANTS, type TimedSysinfo } from "./node-view";
import { nodeRow, readNodes, readSysinfo, readTenants, sysinfoRow, withClock } from "./read-answers";

export const POLL_NODES_S = 45;
export const POLL_SYSINFO_S = 45;
export const POLL_TENANTS_S = 45;

/** Lists that were refetched out of turn after a change of mode. */
export interface Refetched {
  nodes: Loaded<NodeRow> | null;
  sysinfo: Loaded<TimedSysinfo> | null;
}

/** The shown nodes, live: modes and health, reports and running tenants each by their own event (5.2). */
export function useFleet(
  { views, atMs }: { views: NodeView[]; atMs: number },
  { apiKey, refetched }: { apiKey: string; refetched: Refetched },
) {
  const names = useMemo(() => new Set(views.map((view) => view.node.node_name)), [views]);
  const keys = useMemo(() => new Set(views.map((view) => nodeKeyOf(view.node.node_name))), [views]);
  const loaded = useMemo(() => loadedOf(views, atMs), [views, atMs]);

  const nodes = useLive({
    namespace: "/operator",
    entity: "node",
    loaded: later(refetched.nodes, loaded.nodes),
    take: (event) => (names.has(event.key) ? event : null),
    poll: {
      path: "/v1/nodes",
      everySeconds: POLL_NODES_S,
      read: readNodes,
      headers: () => authorization(apiKey),
    },
  });
  const sysinfo = useLive({
    namespace: "/operator",
    entity: "sysinfo",
    loaded: later(refetched.sysinfo, loaded.sysinfo),
    take: (event) => (keys.has(event.key) ? withClock(event) : null),
    poll: { path: "/dashboard/sysinfo", everySeconds: POLL_SYSINFO_S, read: readSysinfo },
  });
  const tenants = useLive({
    namespace: "/operator",
    entity: "tenants",
    loaded: loaded.tenants,
    take: (event) => (keys.has(event.key) ? event : null),
    poll: { path: "/dashboard/tenants", everySeconds: POLL_TENANTS_S, read: readTenants },
  });

  const shown = useMemo(
    () =>
      views.flatMap((view) => {
        const key = nodeKeyOf(view.node.node_name);
        // A node that left the list was retired.
        const node = nodes.rows.get(view.node.node_name);
        const parts = {
          sysinfo: sysinfo.rows.get(key) ?? null,
          tenants: tenants.rows.get(key) ?? NO_TENANTS,
        };
        return node ? [{ ...view, node, ...parts }] : [];
      }),
    [views, nodes.rows, sysinfo.rows, tenants.rows],
  );
  const ages = [nodes.ageSeconds, sysinfo.ageSeconds, tenants.ageSeconds].filter((age) => age !== null);
  return { views: shown, ageSeconds: ages.length > 0 ? Math.max(...ages) : null };
}

/** The view's parts as rows of their entities. */
function loadedOf(views: NodeView[], atMs: number) {
  return {
    nodes: { atMs, rows: views.map(({ node }) => nodeRow(node)) },
    sysinfo: {
      atMs,
      rows: views.flatMap(({ node, sysinfo }) => (sysinfo ? [sysinfoRow(nodeKeyOf(node.node_name), sysinfo)] : [])),
    },
    tenants: {
      atMs,
      rows: views.map(({ node, tenants }) => ({
        key: nodeKeyOf(node.node_name),
        version: atMs,
        data: tenants,
      })),
    },
  };
}

export function later<Data>(refetched: Loaded<Data> | null, loaded: Loaded<Data>): Loaded<Data> {
  return refetched && refetched.atMs > loaded.atMs ? refetched : loaded;
}
