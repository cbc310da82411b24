/**
 * The whole surface: each URL and the file that answers it, read by remix.config.js and by the contract tests.
 * Screens nest in the layout of their audience; JSON paths stand alone, so that no loader of a screen runs for them.
 */

/** @typedef {"public" | "customer" | "operator"} Audience */
/** @typedef {{ audience: Audience, url: string, file: string }} Screen */
/** @typedef {{ url: string, file: string }} JsonPath */

/** @type {(audience: Audience) => (url: string, folder: string) => Screen} */
const screensOf = (audience) => (url, folder) => ({
  audience,
  url,
  file: `routes/${audience}/${folder}/route.tsx`,
});
const forAll = screensOf("public");
const forCustomers = screensOf("customer");
const forStaff = screensOf("operator");

/** @type {Screen[]} */
export const screens = [
  forAll("/", "home"),
  forAll("/pricing", "pricing"),
  forAll("/configurator", "configurator"),
  forAll("/rent", "rent"),
  forAll("/resource", "resource"),
  forAll("/free", "free"),
  forAll("/login", "login"),
  forAll("/logout", "logout"),
  forAll("/two-factor", "two-factor"),
  forAll("/register", "register"),
  forAll("/verify", "resend"),
  forAll("/verify/:token", "verify"),
  forAll("/forgot", "forgot"),
  forAll("/reset/:token", "reset"),
  forAll("/mailbox", "mailbox"),
  forAll("/faq", "faq"),
  forAll("/api", "api"),
  forAll("/contact", "contact"),
  forAll("/chat", "chat"),
  forAll("/terms", "terms"),
  forAll("/privacy", "privacy"),
  forAll("/cookie-notice", "cookie-notice"),
  forAll("/*", "not-found"),

  forCustomers("/tasks", "tasks"),
  forCustomers("/tasks/:resvGuid", "task"),
  forCustomers("/keys", "keys"),
  forCustomers("/user", "user"),
  forCustomers("/user/password", "password"),
  forCustomers("/user/security", "security"),
  forCustomers("/settings", "settings"),
  forCustomers("/billing", "billing"),
  forCustomers("/billing/statements", "statements"),
  forCustomers("/billing/statements/:month", "statement"),
  forCustomers("/billing/statements/:month/lines/:lineId", "statement-line"),
  forCustomers("/billing/card", "card"),
  forCustomers("/billing/add-funds", "add-funds"),
  forCustomers("/subscription", "subscription"),
  forCustomers("/billing/auto-top-up", "auto-top-up"),

  forStaff("/dashboard", "dashboard"),
  forStaff("/dashboard/nodes", "nodes"),
  forStaff("/dashboard/scheduled", "scheduled"),
  forStaff("/dashboard/free", "free"),
  forStaff("/dashboard/money", "money"),
  forStaff("/dashboard/marketing", "marketing"),
  forStaff("/users/view/:id", "user-by-id"),
  forStaff("/users/stats/:tenantName", "user-by-tenant"),
];

/** @type {(domain: string) => (url: string, name: string) => JsonPath} */
const pathsOf = (domain) => (url, name) => ({ url, file: `routes/api/${domain}/${name}.ts` });
const capacity = pathsOf("capacity");
const pricing = pathsOf("pricing");
const nodes = pathsOf("nodes");
const tasks = pathsOf("tasks");
const billing = pathsOf("billing");
const users = pathsOf("users");
const payments = pathsOf("payments");
const usage = pathsOf("usage");
const faq = pathsOf("faq");
const marketing = pathsOf("marketing");
const service = pathsOf("service");

/** @type {JsonPath[]} */
export const jsonPaths = [
  capacity("/v1/free", "free"),
  capacity("/v1/scheduled", "scheduled"),

  pricing("/v1/prices", "prices"),
  pricing("/v1/os", "os"),

  nodes("/v1/nodes", "nodes"),
  nodes("/v1/drain", "drain"),
  nodes("/dashboard/sysinfo", "sysinfo"),
  nodes("/dashboard/tenants", "tenants"),
  nodes("/v1/agents/enroll", "enroll"),
  nodes("/v1/agents/rotate", "rotate"),
  nodes("/v1/agents/report", "report"),

  tasks("/v1/reserve", "reserve"),
  tasks("/v1/jobs", "jobs"),
  tasks("/v1/highfreq", "highfreq"),
  tasks("/v1/delete", "delete"),
  tasks("/v1/tasks/:resv_guid", "task"),
  tasks("/v1/tasks/:resv_guid/own-end", "own-end"),
  tasks("/v1/tasks/:resv_guid/logs", "logs"),
  tasks("/v1/tasks/:resv_guid/logs/download", "download-log"),
  tasks("/v1/tasks/:resv_guid/metrics", "task-metrics"),

  billing("/v1/money", "money"),
  billing("/v1/billing-short", "billing-short"),
  billing("/v1/statements", "statements"),
  billing("/v1/statements/:month", "statement"),
  billing("/v1/statements/:month/csv", "statement-csv"),
  billing("/v1/statements/:month/pdf", "statement-pdf"),
  billing("/v1/statements/:month/lines/:line_id", "statement-line"),
  billing("/billing/tenant", "tenant"),
  billing("/v1/apply-promo", "apply-promo"),
  billing("/billing/method", "method"),
  billing("/billing/deletecard", "delete-card"),
  billing("/billing/defaultcard", "default-card"),
  billing("/billing/setup-intent", "setup-intent"),
  billing("/billing/download/:id", "download"),
  billing("/webhooks/stripe", "webhook"),

  payments("/payments/invoices", "invoices"),
  payments("/payments/method", "method"),
  payments("/payments/status", "status"),
  payments("/payments/update", "update"),
  payments("/payments/subscribe", "subscribe"),
  payments("/payments/usage", "usage"),
  payments("/payments/download/:id", "download"),

  users("/ajaxlogin", "ajaxlogin"),
  users("/users/self", "self"),
  users("/users/update", "update"),
  users("/users/password", "password"),
  users("/users/address", "address"),
  users("/users/keys", "keys"),
  users("/users/keys/delete", "delete-key"),
  users("/v1/ssh-public-key-upload", "upload-key"),
  users("/users/view", "view"),
  users("/users/get/:name", "get"),
  users("/users/get_stats/:user_id", "get-stats"),

  usage("/dashboard/stats", "stats"),

  marketing("/dashboard/marketing-get-promos", "promos"),
  marketing("/dashboard/marketing-get-trial", "trials"),

  faq("/faq/all", "all"),

  service("/healthz", "healthz"),
  service("/readyz", "readyz"),
  service("/metrics", "metrics"),
  service("/openapi.json", "openapi"),
];

const AUDIENCES = /** @type {const} */ (["public", "customer", "operator"]);

/** @type {import("@remix-run/dev").AppConfig["routes"]} */
export async function defineMillraceRoutes(defineRoutes) {
  return defineRoutes((route) => {
    for (const audience of AUDIENCES) {
      route("", `routes/${audience}/layout.tsx`, { id: `${audience}-layout` }, () => {
        for (const { url, file } of screens.filter((screen) => screen.audience === audience)) {
          if (url === "/") route("", file, { index: true });
          else route(url.slice(1), file);
        }
      });
    }
    for (const { url, file } of jsonPaths) route(url.slice(1), file);
  });
}
