/**
 * The whole surface: each URL, the file that answers it, and what is said about it wherever there is a list of it.
 * Screens nest in the layout of their audience; JSON paths stand alone, so that no loader of a screen runs for them.
 * For the server alone: the browser gets what it needs of it by a loader, or from `menu-screens.js`.
 */

import { accountScreens } from "./account-routes.js";
import { billingScreens } from "./billing-routes.js";
import { keyPaths, keyScreens } from "./key-routes.js";
import { menuScreens } from "./menu-screens.js";
import { siteScreens } from "./site-routes.js";
import { teamPaths } from "./team-routes.js";
import { usagePaths, usageScreens } from "./usage-routes.js";
import { taskPaths } from "./task-routes.js";
import { volumePaths } from "./volume-routes.js";
import { webhookPaths, webhookScreens } from "./webhook-routes.js";

/** @typedef {import("./menu-screens.js").Audience} Audience */
/** The dashboard's navigation, grouped (A29).
 * @typedef {"Fleet" | "Customers" | "Money" | "Models" | "Site"} DashboardGroup */
/** What is said about a screen. `who`: the least role that may see it, null for everyone; `line`: the sentence on its tile;
 * `group`: where the dashboard has it, of a screen without a label the group from which one comes to it; `letter`: the key
 * that leads there after `g`.
 * @typedef {{ who: import("./platform/role").Role | null, label?: string, line?: string, group?: DashboardGroup,
 *   letter?: string }} About */
/** @typedef {{ audience: Audience, url: string, file: string } & About} Screen */
/** What a folder of JSON paths is about: a part of the reference, and a tag of /openapi.json.
 * @typedef {{ folder: string, title: string, about: string }} Noun */
/** @typedef {{ url: string, file: string, noun: Noun }} JsonPath */

const LEAST_ROLE = /** @type {const} */ ({ public: null, customer: "customer", operator: "support" });

/** @type {(audience: Audience) => (url: string, folder: string, about?: Partial<About>) => Screen} */
const screensOf = (audience) => (url, folder, about) => ({
  ...{ audience, url, file: `routes/${audience}/${folder}/route.tsx`, who: LEAST_ROLE[audience] },
  ...about,
});
const forAll = screensOf("public");
const forCustomers = screensOf("customer");
const forStaff = screensOf("operator");

/** @type {(group: DashboardGroup) => (url: string, folder: string, label: string, line: string, letter?: string) => Screen} */
const dashboard = (group) => (url, folder, label, line, letter) =>
  forStaff(`/dashboard/${url}`, folder, { group, label, line, letter });
const fleet = dashboard("Fleet");
const customers = dashboard("Customers");
const money = dashboard("Money");
const site = dashboard("Site");

/** @type {Screen[]} */
export const screens = [
  ...menuScreens.map(({ audience, url, label }) =>
    screensOf(audience)(url, url.slice(url.lastIndexOf("/") + 1), { label }),
  ),

  forAll("/", "home"),
  forAll("/login", "login"),
  forAll("/two-factor", "two-factor"),
  forAll("/register", "register"),
  forAll("/verify", "resend"),
  forAll("/verify/:token", "verify"),
  forAll("/forgot", "forgot"),
  forAll("/reset/:token", "reset"),
  forAll("/invitations/:token", "invitation"),
  forAll("/mailbox", "mailbox"),
  forAll("/chat", "chat"),
  ...[forAll("/cookie-notice", "cookie-notice"), ...siteScreens(forAll), forAll("/*", "not-found")],

  forCustomers("/tasks/:resvGuid", "task"),
  forCustomers("/tasks/:resvGuid/ports/:port", "task-port"),
  forCustomers("/user/password", "password"),
  forCustomers("/user/notifications", "notifications"),
  forCustomers("/usage", "usage"),
  ...billingScreens(forCustomers),
  ...accountScreens(forAll, forCustomers),
  ...keyScreens(forCustomers),
  ...webhookScreens(forCustomers),

  fleet("nodes", "nodes", "Nodes", "Health, modes and running tenants of every node.", "n"),
  forStaff("/dashboard/nodes/:nodeName", "node", { group: "Fleet" }),
  fleet("scheduled", "scheduled", "Scheduled", "Tasks that wait for capacity or funds, per cluster.", "s"),
  fleet("free", "free", "Free capacity", "What could start now, what is held and what is out of service.", "r"),
  fleet("catalogue", "catalogue", "Catalogue", "Prices now and planned, GPU types, clusters and images.", "c"),
  customers("users", "users", "Users", "Sign-ups, active users, and every user to search and sort.", "u"),
  customers(
    "user-info",
    "user-info",
    "Find User Info",
    "A user's subscription and client reports, by part of a name or email.",
    "i",
  ),
  customers("marketing", "marketing", "Marketing", "Promo codes with their uses, and trials of PRO.", "k"),
  customers("workspaces", "workspaces", "Workspaces", "Teams of the assistant: their owners, tokens and users.", "w"),
  customers("sources", "sources", "Sources", "Where customers come from, by plan, and what they pay.", "o"),
  customers("statistics", "statistics", "Statistics", "Sources of both plans, and how far customers come.", "t"),
  forStaff("/users/view/:id", "user-by-id", { group: "Customers" }),
  forStaff("/users/stats/:tenantName", "user-by-tenant", { group: "Customers" }),
  forStaff("/dashboard/search", "search"),
  money("money", "money", "Money", "The ledger against the provider, what differs, and what is unsettled.", "m"),
  ...usageScreens(dashboard("Models"), forStaff),
  site("faq", "faq", "FAQ", "What visitors read: sections and topics, their history, and what can be undone.", "f"),
  forStaff("/dashboard/faq/:id/history", "faq-history", { group: "Site" }),
  { ...site("audit", "audit", "Audit", "What staff did and saw, chained so that a change shows.", "a"), who: "admin" },
];

/** @type {(folder: string, title: string, about: string) => (url: string, name: string) => JsonPath} */
const pathsOf = (folder, title, about) => {
  const noun = { folder, title, about };
  return (url, name) => ({ url, file: `routes/api/${folder}/${name}.ts`, noun });
};
const capacity = pathsOf("capacity", "Capacity", "What is free now, and for staff what waits.");
const pricing = pathsOf("pricing", "Pricing", "What GPUs cost, and the images that tasks run.");
const billing = pathsOf("billing", "Billing", "Balance, movements, statements and codes.");
const cards = pathsOf("cards", "Cards", "Saved cards.");
const subscription = pathsOf("subscription", "Subscription", "The subscription, its card and its invoices.");
const account = pathsOf("account", "Account", "Login, profile, address and password.");
const nodes = pathsOf("nodes", "Nodes", "Machines, their modes and what they report; for staff.");
const users = pathsOf("users", "Users", "Accounts as staff see them.");
const marketing = pathsOf("marketing", "Marketing", "Promo codes, trials, and where customers come from; for staff.");
const workspaces = pathsOf("workspaces", "Workspaces", "Teams of the assistant, their tokens and users.");
const statistics = pathsOf("statistics", "Statistics", "Figures over days and months; for staff.");
const usage = pathsOf("usage", "Usage", "Model usage: events taken in, sums by model and user.");
const agents = pathsOf("agents", "Agents", "What the agents of machines call.");
const payments = pathsOf("payments", "Payments", "What the payment provider calls.");
const faq = pathsOf("faq", "FAQ", "Questions and their answers.");
const service = pathsOf("service", "Service", "The state of the service, and this description.");

/** @type {JsonPath[]} */
export const jsonPaths = [
  capacity("/v1/free", "free"),
  capacity("/v1/scheduled", "scheduled"),

  pricing("/v1/prices", "prices"),
  pricing("/v1/os", "os"),

  ...taskPaths(pathsOf),

  ...volumePaths(pathsOf),
  ...keyPaths(pathsOf),
  ...teamPaths(pathsOf),

  billing("/v1/money", "money"),
  billing("/v1/billing-short", "billing-short"),
  billing("/v1/statements", "statements"),
  billing("/v1/statements/:month", "statement"),
  billing("/v1/statements/:month/csv", "statement-csv"),
  billing("/v1/statements/:month/pdf", "statement-pdf"),
  billing("/v1/statements/:month/lines/:line_id", "statement-line"),
  billing("/billing/tenant", "tenant"),
  billing("/v1/apply-promo", "apply-promo"),
  billing("/billing/download/:id", "download"),

  cards("/billing/method", "method"),
  cards("/billing/deletecard", "delete-card"),
  cards("/billing/defaultcard", "default-card"),
  cards("/billing/setup-intent", "setup-intent"),

  subscription("/payments/invoices", "invoices"),
  subscription("/payments/method", "method"),
  subscription("/payments/status", "status"),
  subscription("/payments/update", "update"),
  subscription("/payments/subscribe", "subscribe"),
  subscription("/payments/usage", "usage"),
  subscription("/payments/download/:id", "download"),

  account("/ajaxlogin", "ajaxlogin"),
  account("/users/self", "self"),
  account("/users/update", "update"),
  account("/users/password", "password"),
  account("/users/address", "address"),

  nodes("/v1/nodes", "nodes"),
  nodes("/v1/drain", "drain"),
  nodes("/dashboard/sysinfo", "sysinfo"),
  nodes("/dashboard/tenants", "tenants"),

  users("/users/view", "view"),
  users("/users/get/:name", "get"),
  users("/users/get_stats/:user_id", "get-stats"),
  users("/users/pro", "pro"),
  users("/users/free", "free"),
  users("/users/list/:role", "list"),
  users("/users/top-paid", "top-paid"),
  users("/dashboard/search-user-info", "search-user-info"),
  users("/dashboard/search-more-info", "search-more-info"),

  marketing("/dashboard/marketing-get-promos", "promos"),
  marketing("/dashboard/marketing-get-trial", "trials"),
  marketing("/dashboard/get-marketing-sources", "sources"),

  workspaces("/dashboard/list-workspaces", "list"),
  workspaces("/dashboard/teams-users", "teams"),
  workspaces("/dashboard/get-user-email", "get-owner"),
  workspaces("/dashboard/create-user-email", "create-owner"),
  workspaces("/v1/teams-name", "name"),
  workspaces("/v1/create-workspace", "create"),
  workspaces("/v1/delete-workspace", "delete"),
  workspaces("/v1/workspace/users", "users"),
  workspaces("/v1/workspace/users/add", "add-user"),
  workspaces("/v1/workspace/users/remove", "remove-user"),

  statistics("/dashboard/stats", "stats"),
  statistics("/dashboard/stats/daily", "daily"),
  statistics("/dashboard/stats/weekly", "weekly"),
  statistics("/dashboard/stats/monthly", "monthly"),

  ...usagePaths(usage),

  agents("/v1/agents/enroll", "enroll"),
  agents("/v1/agents/rotate", "rotate"),
  agents("/v1/agents/report", "report"),
  ...[usage("/v1/usage", "usage"), usage("/v1/usage/holds", "holds"), ...webhookPaths(pathsOf)],
  payments("/webhooks/stripe", "webhook"),

  faq("/faq/all", "all"),
  faq("/faq/save", "save"),
  faq("/faq/move", "move"),
  faq("/faq/delete", "delete"),

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
