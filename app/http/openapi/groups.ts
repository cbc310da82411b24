/** Parts of the reference in its order, by the beginnings of their paths; the longest beginning decides. */
const PATHS: Record<string, readonly string[]> = {
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

const ABOUT: Record<string, string> = {
  Capacity: "What there is to rent, what it costs and what is free now.",
  Tasks: "Starts, lists and ends tasks.",
  "Task details": "Events, log and load of one's own tasks.",
  "SSH keys": "Public keys that tasks let in.",
  Billing: "Balance, movements, statements and codes.",
  Cards: "Saved cards and the subscription.",
  Account: "Login, profile, address and password.",
  Usage: "Usage of models, reported by gateways.",
  Nodes: "Machines, their modes and what they report; for staff.",
  Users: "Accounts as staff see them.",
  Marketing: "Promo codes and trials; for staff.",
  Statistics: "Figures over days and months; for staff.",
  Workspaces: "Workspaces and their owners; for staff.",
  Machines: "What agents and the payment provider call.",
  Service: "The FAQ and the state of the service.",
};

/** A part of the reference. */
export interface Group {
  name: string;
  about: string;
}

const GROUPS: Group[] = Object.keys(PATHS).map((name) => ({ name, about: ABOUT[name] ?? "" }));

export const GROUP_NAMES = GROUPS.map(({ name }) => name);

const SERVICE: Group = { name: "Service", about: ABOUT["Service"] ?? "" };

/** The part of the reference in which a path stands. */
export function groupOf(path: string): Group {
  const lengthIn = ({ name }: Group) =>
    Math.max(
      0,
      ...(PATHS[name] ?? []).filter((beginning) => isUnder(path, beginning)).map(({ length }) => length),
    );
  // What no part names is of the service itself, the last one.
  return GROUPS.reduce((best, group) => (lengthIn(group) > lengthIn(best) ? group : best), SERVICE);
}

/** The part as an address names it. */
export function groupSlug(group: string): string {
  return group.toLowerCase().replaceAll(" ", "-");
}

function isUnder(path: string, beginning: string): boolean {
  return path === beginning || path.startsWith(`${beginning}/`);
}

function under(folder: string, names: readonly string[]): string[] {
  return names.map((name) => `${folder}/${name}`);
}
