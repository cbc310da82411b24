import { screens } from "~/routes.js";

/** The screen of a target, by the word before its colon. */
const SCREENS: Record<string, (name: string) => string> = {
  user: (id) => `/users/view/${id}`,
  tenant: (name) => `/users/stats/${encodeURIComponent(name)}`,
  node: (name) => `/dashboard/nodes?q=${encodeURIComponent(name)}`,
  "rolling-drain": (id) => `/dashboard/maintenance/${id}`,
  rehearsal: (id) => `/dashboard/rehearsal/${id}`,
  "enrolment-token": () => "/dashboard/nodes",
  promo: () => "/dashboard/marketing",
  workspace: () => "/dashboard/workspaces",
  conversation: (id) => `/dashboard/inbox/${id}`,
  "saved-answer": () => "/dashboard/inbox-answers",
  faq: () => "/dashboard/faq",
  price: () => "/dashboard/catalogue",
  cluster: () => "/dashboard/catalogue",
  image: () => "/dashboard/catalogue",
  usage: () => "/dashboard/money",
  money: () => "/dashboard/money",
  alert: (id) => `/dashboard/alerts/${id}`,
  "alert-rule": () => "/dashboard/alerts/rules",
  "alert-channel": () => "/dashboard/alerts/channels",
  invoice: (id) => `/dashboard/invoices?id=${id}`,
  vat: () => "/dashboard/vat",
  "staff-role": (name) => `/dashboard/staff-roles?role=${encodeURIComponent(name)}`,
  audit: () => "/dashboard/audit",
};

/** Returns the path for a target such as `node:fra1-gpu-07`; null without a screen. */
export function targetPath(target: string): string | null {
  const [kind = "", ...name] = target.split(":");
  const path = Object.hasOwn(SCREENS, kind) ? SCREENS[kind]?.(name.join(":")) : undefined;
  return path && isScreen(path) ? path : null;
}

function isScreen(path: string): boolean {
  const [address = ""] = path.split("?");
  return screens.some(({ url }) => url !== "/*" && new RegExp(`^${url.replace(/:\w+/g, "[^/]+")}$`).test(address));
}
