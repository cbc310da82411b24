import { GPU_CHOICES, nodesOf } from "~/compute/gpu-sizes";

const NODES_MAX = nodesOf(Math.max(...GPU_CHOICES));

/** The tabs of a task's screen, in their order; the first one needs no name in the address (2.4). */
export const TABS = {
  overview: "Overview",
  connect: "Connect",
  logs: "Logs",
  metrics: "Metrics",
  events: "Events",
  cost: "Cost",
} as const;
export type Tab = keyof typeof TABS;

/** Reads the tab of an address; an unknown one is the first. */
export function tabOf(search: URLSearchParams): Tab {
  const asked = search.get("tab") ?? "";
  return Object.hasOwn(TABS, asked) ? (asked as Tab) : "overview";
}

export function tabPath(resvGuid: string, tab: Tab): string {
  return tab === "overview" ? `/tasks/${resvGuid}` : `/tasks/${resvGuid}?tab=${tab}`;
}

/** Reads the node of the Connect tab, from 1 to `count`; the first one needs no parameter. */
export function nodeIn(search: URLSearchParams, count = NODES_MAX): number {
  const asked = Number(search.get("node") ?? 1);
  return Number.isInteger(asked) && asked >= 1 && asked <= count ? asked : 1;
}

/** The query of the Connect tab for a node. */
export function connectQuery(node: number): string {
  return node === 1 ? "?tab=connect" : `?tab=connect&node=${node}`;
}
