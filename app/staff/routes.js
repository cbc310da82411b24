import { rowsOf } from "../platform/route-rows.js";

/** @typedef {import("../platform/route-rows.js").Screen} Screen */
/** @typedef {import("../platform/route-rows.js").JsonPath} JsonPath */

const { forCustomers, forStaff, dashboard, pathsOf } = rowsOf("staff");
const customers = dashboard("Customers");
const fleet = dashboard("Fleet");

/** @type {Screen[]} */
export const screens = [
  forCustomers("/user/data", "data"),
  forStaff("/dashboard", "dashboard", { label: "Dashboard", menus: { staff: 1 } }),
  forStaff("/dashboard/search", "search"),
  customers("users", "users", "Users", "u"),
  forStaff("/dashboard/user-info", "user-info", { group: "Customers" }),
  forStaff("/dashboard/staff-roles", "staff-roles", { group: "Customers" }),
  forStaff("/users/view/:id", "user-by-id", { group: "Customers" }),
  forStaff("/users/stats/:tenantName", "user-by-tenant", { group: "Customers" }),
  forStaff("/users/view-as/:tenantName", "view-as", { group: "Customers" }),
  forStaff("/dashboard/refund", "refund", { group: "Customers" }),
  forStaff("/dashboard/refund-top-up", "refund-top-up", { group: "Customers" }),
  fleet("alerts", "alerts", "Alerts", "g"),
  forStaff("/dashboard/alerts/:alertId", "alert", { group: "Fleet" }),
  forStaff("/dashboard/alerts/rules", "alert-rules", { group: "Fleet" }),
  forStaff("/dashboard/alerts/rules/:ruleId", "alert-rule", { group: "Fleet" }),
  forStaff("/dashboard/alerts/channels", "alert-channels", { group: "Fleet" }),
  dashboard("Money")("reports", "reports", "Reports", "p"),
  dashboard("Money")("money", "money", "Money", "m"),
  dashboard("Site")("audit", "audit", "Audit", "a"),
];

const users = pathsOf("users", "Users", "Accounts as staff see them.");

const alerts = pathsOf("alerts", "Alerts", "What the rules of the installation have found (staff only).");

/** @type {JsonPath[]} */
export const jsonPaths = [
  alerts("/v1/alerts", "alerts"),
  users("/users/view", "view"),
  users("/users/get/:name", "get"),
  users("/users/get_stats/:user_id", "get-stats"),
  users("/users/pro", "pro"),
  users("/users/free", "free"),
  users("/users/list/:role", "list"),
  users("/users/top-paid", "top-paid"),
  users("/dashboard/search-user-info", "search-user-info"),
  users("/dashboard/search-more-info", "search-more-info"),
];
