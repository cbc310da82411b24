import type { Role } from "~/platform/role";

/** A documented call, written independently of the code. */
export interface Documented {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Its pattern in the routes table. */
  path: string;
  /** Letters of the credentials (0.5); each path that takes I, T, A, E, M or W has its own tests. */
  auth: string;
  /** Lowest role (3.1); null for everyone. */
  role: Role | null;
  /** Members of an OK answer, besides retcode; `[]` for a bare array. */
  members: string[] | [];
  /** A path of our own: refusals have statuses (0.4). */
  ours?: boolean;
}

const get = (path: string, auth: string, role: Role | null, members: string[], ours = false): Documented => ({
  method: "GET",
  path,
  auth,
  role,
  members,
  ours,
});
const post = (path: string, auth: string, role: Role | null, members: string[], ours = false): Documented => ({
  method: "POST",
  path,
  auth,
  role,
  members,
  ours,
});

const MESSAGE = "human_readable_message";
const STATEMENT_LINE = ["about", "month", "id", "kind", "text", "units", "task", "movement"];

export const documented: Documented[] = [
  // Nodes and capacity (3.2)
  get("/v1/nodes", "KS", "support", ["nodes"]),
  get("/v1/alerts", "KS", "support", ["alerts"]),
  get("/dashboard/sysinfo", "S", "support", ["sysinfo", "now_ts"]),
  get("/dashboard/tenants", "S", "support", ["tenants"]),
  post("/v1/drain", "KS", "operator", [MESSAGE, "node", "drain"]),
  post("/v1/ssh-gateway", "KS", "operator", [MESSAGE, "node", "ssh_gateway"]),
  post("/v1/rehearsals", "KS", "operator", [MESSAGE, "id"], true),
  get(
    "/v1/rehearsals/:id",
    "KS",
    "support",
    ["id", "name", "by", "state", "progress", "created_ts", "started_ts", "ended_ts", "faults", "hash", "result"],
    true,
  ),
  get(
    "/v1/forecast",
    "KS",
    "support",
    ["cluster_name", "gpu_type", "made_ts", "samples", "weeks", "cents", "hours", "rows", "judged", "hit_share"],
    true,
  ),
  get("/v1/scheduled", "KS", "support", ["scheduled"]),
  { ...post("/v1/engines/:cluster_name/credentials", "KS", "admin", [MESSAGE, "token_until_ts"], true), method: "PUT" },
  get("/v1/free", "PKS", null, ["free"]),
  get("/v1/prices", "PKS", null, ["prices"]),
  get("/v1/os", "PKS", null, ["os"]),
  // Tasks (3.3)
  post("/v1/reserve", "KS", "customer", [
    ...[MESSAGE, "resv_guid", "task_name", "state", "status", "position", "gpus", "pph"],
  ]),
  get("/v1/jobs", "KS", "customer", ["jobs"]),
  get("/v1/highfreq", "KS", "customer", ["images"]),
  get("/v1/delete", "KS", "customer", [MESSAGE]),
  post("/v1/delete", "KS", "customer", [MESSAGE]),
  // Money (3.4)
  get("/v1/money", "KS", "customer", [
    ...["dollars_est", "ongoing_pph", "volume_month_cents", "at_ts", "cents_before", "charged"],
  ]),
  get("/v1/billing-short", "KS", "customer", []),
  get("/billing/tenant", "KS", "customer", ["tenant"]),
  get("/v1/apply-promo", "KS", "customer", [MESSAGE, "benefit", "dollars_added"]),
  post("/v1/apply-promo", "KS", "customer", [MESSAGE, "benefit", "dollars_added"]),
  get("/billing/method", "KS", "customer", ["cards", "default_card"]),
  post("/billing/deletecard", "KS", "customer", [MESSAGE, "default_card"]),
  post("/billing/defaultcard", "KS", "customer", [MESSAGE, "default_card"]),
  post("/billing/setup-intent", "S", "customer", ["client_secret"], true),
  get("/billing/download/:id", "KS", "customer", [], true),
  get("/payments/invoices", "KS", "customer", ["invoices"]),
  get("/payments/method", "KS", "customer", ["cards", "default_card"]),
  get("/payments/status", "KS", "customer", ["status"]),
  post("/payments/update", "KS", "customer", [MESSAGE, "status"]),
  post("/payments/subscribe", "KS", "customer", [MESSAGE]),
  post("/payments/usage", "KV", "admin", [MESSAGE, "amount"]),
  get("/payments/download/:id", "KS", "customer", []),
  // The user's own account (3.5)
  post("/ajaxlogin", "P", null, ["status", "url", "message", MESSAGE]),
  get("/users/self", "KIS", "customer", ["name", "email", "company", "tax", "role", "tenant_name", "member_role"]),
  post("/users/update", "KS", "customer", [MESSAGE]),
  post("/users/password", "S", "customer", [MESSAGE]),
  get("/users/address", "KS", "customer", ["address"]),
  post("/users/address", "KS", "customer", [MESSAGE], true),
  get("/users/keys", "KS", "customer", ["keys", "key"]),
  post("/users/keys/delete", "KS", "customer", [MESSAGE]),
  post("/v1/ssh-public-key-upload", "KS", "customer", [MESSAGE, "id"]),
  // Users as operators see them (3.6)
  post("/users/view", "S", "support", ["url"]),
  get("/users/get/:name", "S", "support", ["user"]),
  get("/users/get_stats/:user_id", "S", "support", ["reservations", "billing_events", "comments"]),
  get("/users/pro", "S", "support", []),
  get("/users/free", "S", "support", []),
  get("/users/list/:role", "S", "support", []),
  get("/users/top-paid", "S", "support", []),
  post("/dashboard/search-user-info", "S", "support", ["data"]),
  post("/dashboard/search-more-info", "S", "support", ["data"]),
  get("/dashboard/stats/daily", "S", "support", ["users"]),
  get("/dashboard/stats/weekly", "S", "support", ["users"]),
  get("/dashboard/stats/monthly", "S", "support", ["users"]),
  get("/dashboard/stats", "S", "support", ["dollars", "tasks", "new_tasks", "finished_tasks", "new_clients"]),
  // Marketing and FAQ (3.7)
  get("/dashboard/marketing-get-promos", "S", "support", ["data"]),
  get("/dashboard/marketing-get-trial", "S", "support", ["data"]),
  get("/dashboard/get-marketing-sources", "S", "support", [
    ...["statistics", "totals", "other_sources", "timestamp_data"],
  ]),
  get("/dashboard/list-workspaces", "S", "support", []),
  get("/dashboard/teams-users", "S", "support", []),
  post("/dashboard/get-user-email", "S", "admin", ["data"]),
  post("/dashboard/create-user-email", "S", "admin", ["data"]),
  post("/v1/teams-name", "KS", "admin", ["data"]),
  post("/v1/create-workspace", "KS", "admin", [MESSAGE, "data"]),
  post("/v1/delete-workspace", "KS", "admin", [MESSAGE]),
  // Usage (3.6, 3.8)
  get("/users/metering/:user", "IS", "customer", ["user", "metering"]),
  get("/dashboard/daily-models", "S", "support", ["grouped_data", "total_items", "period"]),
  get("/dashboard/monthly-models", "S", "support", ["grouped_data", "total_items", "period"]),
  get("/dashboard/models-per-day", "S", "support", ["daily_stats", "grand_total"]),
  get("/dashboard/coins-stats", "S", "support", ["data"]),
  get("/dashboard/users-usage-stats", "S", "support", ["groups"]),
  get("/dashboard/usage/data", "S", "support", ["data"]),
  get("/dashboard/daily-chat-messages", "S", "support", ["stats"]),
  get("/dashboard/daily-pro-messages", "S", "support", ["stats"]),
  get("/dashboard/api-stats", "S", "support", ["stats", "date", "first_day"]),
  get("/dashboard/charts-sorted", "S", "support", ["models", "users"]),
  get("/dashboard/api-charts", "S", "support", ["points_ts", "models", "users"]),
  get("/dashboard/api-charts/:range", "S", "support", ["points_ts", "models", "users"]),
  get("/faq/all", "P", null, []),
  post("/faq/save", "S", "operator", ["id", "version"]),
  post("/faq/move", "S", "operator", [MESSAGE, "id", "version"], true),
  post("/faq/delete", "S", "operator", [MESSAGE, "id", "version"], true),
  // 4
  post("/v1/agents/enroll", "E", null, ["node_name", "cluster_name", "agent_key", "lease_minutes", "live_url"], true),
  post("/v1/agents/rotate", "A", null, ["agent_key"], true),
  post("/v1/agents/report", "A", null, ["desired"], true),
  get("/v1/tasks/:resv_guid", "KS", "customer", ["job", "ssh_host_key", "events", "placements", "maintenance"], true),
  post("/v1/tasks/:resv_guid", "KS", "customer", [MESSAGE, "job"], true),
  get("/v1/tasks/:resv_guid/ports", "KS", "customer", ["ports"], true),
  post("/v1/tasks/:resv_guid/ports", "KS", "customer", ["ports"], true),
  post("/v1/tasks/:resv_guid/ports/token", "KS", "customer", ["token"], true),
  post("/v1/tasks/:resv_guid/own-end", "KS", "customer", [MESSAGE, "max_seconds", "max_dollars", "ts_ends"], true),
  get("/v1/tasks/:resv_guid/logs", "KS", "customer", ["lines", "next_seq"], true),
  get("/v1/tasks/:resv_guid/logs/download", "KS", "customer", [], true),
  get(
    "/v1/tasks/:resv_guid/metrics",
    "KS",
    "customer",
    ["points_ts", "gpu_busy", "gpu_mem_mb", "cpu_pct", "mem_mb", "gpus", "simulated"],
    true,
  ),
  get("/v1/workspace/users", "T", null, ["name", "max_users", "users"], true),
  post("/v1/workspace/users/add", "T", null, [MESSAGE], true),
  post("/v1/workspace/users/remove", "T", null, [MESSAGE], true),
  // Teams (16)
  get("/v1/team", "KS", "customer", ["tenant_name", "team_name", "member_role", "members", "invitations"], true),
  post("/v1/team", "KS", "customer", ["team_name"], true),
  post("/v1/team/invitations", "KS", "customer", ["id", "email"], true),
  post("/v1/team/invitations/withdraw", "KS", "customer", ["email"], true),
  post("/v1/team/members/change", "KS", "customer", ["member"], true),
  post("/v1/team/members/remove", "KS", "customer", ["user_id"], true),
  post("/v1/team/leave", "S", "customer", ["tenant_name"], true),
  post("/v1/team/hand-over", "KS", "customer", ["user_id"], true),
  get("/v1/teams", "S", "customer", ["teams"], true),
  post("/v1/teams/switch", "S", "customer", ["tenant_name"], true),
  // Webhooks to customers
  get("/v1/volumes", "KS", "customer", ["volumes"], true),
  post("/v1/volumes", "KS", "customer", ["volume"], true),
  post("/v1/volumes/:volume_id/grow", "KS", "customer", ["volume"], true),
  post("/v1/volumes/:volume_id/snapshot", "KS", "customer", ["volume"], true),
  post("/v1/volumes/:volume_id/delete", "KS", "customer", [MESSAGE], true),
  get("/v1/gpu-alerts", "KS", "customer", ["gpu_alerts"], true),
  post("/v1/gpu-alerts", "KS", "customer", ["gpu_alert"], true),
  { ...get("/v1/gpu-alerts/:gpu_type", "KS", "customer", [MESSAGE], true), method: "DELETE" },
  get("/v1/templates", "KS", "customer", ["templates"], true),
  post("/v1/templates", "KS", "customer", ["template"], true),
  get("/v1/templates/:template", "KS", "customer", ["template"], true),
  { ...get("/v1/templates/:template", "KS", "customer", ["template"], true), method: "PATCH" },
  { ...get("/v1/templates/:template", "KS", "customer", [MESSAGE], true), method: "DELETE" },

  get("/v1/webhooks", "KS", "customer", ["webhooks"], true),
  post("/v1/webhooks", "KS", "customer", ["webhook", "secret"], true),
  get("/v1/webhooks/:endpoint_id", "KS", "customer", ["webhook"], true),
  post("/v1/webhooks/:endpoint_id", "KS", "customer", ["webhook"], true),
  post("/v1/webhooks/:endpoint_id/delete", "KS", "customer", [MESSAGE], true),
  post("/v1/webhooks/:endpoint_id/rotate", "KS", "customer", ["webhook", "secret"], true),
  post("/v1/webhooks/:endpoint_id/test", "KS", "customer", [MESSAGE, "delivery_id"], true),
  get("/v1/webhooks/:endpoint_id/deliveries", "KS", "customer", ["deliveries", "next"], true),
  post("/v1/webhooks/:endpoint_id/deliveries/:delivery_id/resend", "KS", "customer", [MESSAGE], true),
  get("/v1/statements", "KS", "customer", ["statements"], true),
  get(
    "/v1/statements/:month",
    "KS",
    "customer",
    ["tenant_name", "month", "read_at", "so_far", "opening", "lines", "closing"],
    true,
  ),
  get("/v1/statements/:month/csv", "KS", "customer", [], true),
  get("/v1/statements/:month/pdf", "KS", "customer", [], true),
  get("/v1/statements/:month/lines/:line_id", "KS", "customer", STATEMENT_LINE, true),
  post("/v1/usage", "KV", "admin", ["accepted", "duplicates", "rejected"], true),
  post("/v1/usage/holds", "KVI", "customer", ["hold", "coins", "expires_at", "left"], true),
  get("/v1/api-keys", "KS", "customer", ["keys"], true),
  post("/v1/api-keys", "KS", "customer", ["api_key", "key"], true),
  post("/v1/api-keys/rotate", "KS", "customer", ["api_key", "key", "old_ends_ts"], true),
  post("/v1/api-keys/revoke", "KS", "customer", [MESSAGE], true),
  post(
    "/v1/device/authorize",
    "P",
    null,
    [...["device_code", "user_code", "verification_uri", "verification_uri_complete", "expires_in", "interval"]],
    true,
  ),
  post("/v1/device/token", "P", null, ["api_key", "name", "scopes", "expires_ts"], true),
  get("/healthz", "P", null, [], true),
  get("/readyz", "P", null, [], true),
  get("/metrics", "M", null, [], true),
  get("/openapi.json", "P", null, [], true),
  post("/mcp", "K", "customer", [], true),
  post("/webhooks/stripe", "W", null, [], true),
  post("/v1/inbound-mail", "W", null, ["outcome"], true),
];

const EXAMPLES: Record<string, string> = {
  ":name": "nobody-here",
  ":role": "nobody",
  ":user_id": "4242",
  ":month": "2019-01",
  ":id": "7b1f0a52-3c5e-4a55-9d0e-0b7c1f2a9e10",
  ":resv_guid": "7b1f0a52-3c5e-4a55-9d0e-0b7c1f2a9e10",
};

/** The path with values that match nothing. */
export function examplePath({ path }: Documented): string {
  return path.replace(/:[a-z_]+/g, (name) => EXAMPLES[name] ?? name);
}
