import type { Hit } from "~/staff/inside/find-anything.server";

export interface HitView {
  kind: Hit["kind"] | "user";
  title: string;
  detail: string;
  /** The screen that shows it. */
  to: string;
}

/** Headings for each kind of result. */
export const KIND_LABELS: Record<HitView["kind"], string> = {
  user: "Users",
  task: "Tasks",
  node: "Nodes",
  "top-up": "Top-ups",
  invoice: "Invoices",
  card: "Cards",
  "API key": "API keys",
};

export function viewOfHit(hit: Hit): HitView {
  return { kind: hit.kind, title: hit.title, detail: hit.detail, to: addressOf(hit) };
}

function addressOf({ kind, key }: Hit): string {
  if (kind === "node") return `/dashboard/nodes?q=${encodeURIComponent(key)}`;
  const tenant = `/users/stats/${key}`;
  // A task has no staff screen, so its customer's is the target.
  if (kind === "task") return `${tenant}#reservations`;
  return kind === "top-up" || kind === "invoice" ? `${tenant}#billing` : tenant;
}
