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

/** The tab that an address asks for; an unknown one is the first. */
export function tabOf(search: URLSearchParams): Tab {
  const asked = search.get("tab") ?? "";
  return Object.hasOwn(TABS, asked) ? (asked as Tab) : "overview";
}

export function tabPath(resvGuid: string, tab: Tab): string {
  return tab === "overview" ? `/tasks/${resvGuid}` : `/tasks/${resvGuid}?tab=${tab}`;
}
