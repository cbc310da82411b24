/** Parts of the reference, in its order, by the beginnings of their paths; the longest beginning decides. */
const GROUPS: Record<string, readonly string[]> = {
  Capacity: ["/v1/free", "/v1/prices", "/v1/os"],
  Tasks: ["/v1/reserve", "/v1/jobs", "/v1/highfreq", "/v1/delete", "/v1/tasks"],
  Billing: ["/v1/money", "/v1/billing-short", "/v1/apply-promo", "/billing", "/payments"],
  Account: ["/ajaxlogin", "/users", "/v1/ssh-public-key-upload"],
  Usage: ["/v1/usage", "/users/metering"],
  Operators: [
    "/dashboard",
    "/v1/nodes",
    "/v1/drain",
    "/v1/scheduled",
    "/v1/teams-name",
    "/v1/create-workspace",
    "/v1/delete-workspace",
    "/faq/save",
    ...staffOfUsers(),
  ],
  Machines: ["/v1/agents", "/webhooks"],
  Service: [],
};

export const GROUP_NAMES = Object.keys(GROUPS);

/** The part of the reference in which a path stands. */
export function groupOf(path: string): string {
  const found = Object.entries(GROUPS).flatMap(([group, beginnings]) =>
    beginnings
      .filter((beginning) => path === beginning || path.startsWith(`${beginning}/`))
      .map((beginning) => ({ group, length: beginning.length })),
  );
  return found.sort((a, b) => b.length - a.length)[0]?.group ?? "Service";
}

/** What operators ask about other users. */
function staffOfUsers(): string[] {
  const names = ["view", "top-paid", "pro", "free", "list", "get", "get_stats"];
  return names.map((name) => `/users/${name}`);
}
