/** Parts of the reference in its order, by the beginnings of their paths; the longest beginning decides. */
const GROUPS: Record<string, readonly string[]> = {
  Capacity: ["/v1/free", "/v1/prices", "/v1/os"],
  Tasks: ["/v1/reserve", "/v1/jobs", "/v1/delete"],
  "Task details": ["/v1/tasks", "/v1/highfreq"],
  "SSH keys": ["/users/keys", "/v1/ssh-public-key-upload", "/v1/ssh"],
  Billing: ["/v1/money", "/v1/billing-short", "/v1/apply-promo", "/v1/statements", "/billing"],
  Cards: ["/payments", ...under("/billing", ["method", "deletecard", "defaultcard", "setup-intent", "card"])],
  Account: ["/ajaxlogin", "/users"],
  Usage: ["/v1/usage", "/users/metering"],
  Nodes: ["/v1/nodes", "/v1/drain", "/v1/scheduled", ...under("/dashboard", ["sysinfo", "tenants", "stats"])],
  Users: [
    ...under("/users", ["view", "top-paid", "pro", "free", "list", "get", "get_stats"]),
    ...under("/dashboard", ["search-user-info", "search-more-info"]),
  ],
  Marketing: under("/dashboard", ["marketing-get-promos", "marketing-get-trial"]),
  Statistics: ["/dashboard"],
  Workspaces: [
    ...under("/dashboard", ["list-workspaces", "teams-users", "get-user-email", "create-user-email"]),
    ...under("/v1", ["teams-name", "create-workspace", "delete-workspace"]),
  ],
  Machines: ["/v1/agents", "/webhooks"],
  Service: ["/faq"],
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

/** The part as an address names it. */
export function groupSlug(group: string): string {
  return group.toLowerCase().replaceAll(" ", "-");
}

function under(folder: string, names: readonly string[]): string[] {
  return names.map((name) => `${folder}/${name}`);
}
