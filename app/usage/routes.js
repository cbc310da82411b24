import { rowsOf } from "../platform/route-rows.js";

/** @typedef {import("../platform/route-rows.js").Screen} Screen */
/** @typedef {import("../platform/route-rows.js").JsonPath} JsonPath */

const { forCustomers, forStaff, dashboard, pathsOf } = rowsOf("usage");
const customers = dashboard("Customers");
const models = dashboard("Models");

/** @type {Screen[]} */
export const screens = [
  forCustomers("/usage", "usage"),
  customers("workspaces", "workspaces", "Workspaces", "w"),
  models("models", "models", "Models", "l"),
  models("metering", "metering", "Metering", "e"),
  models("usage", "usage-charts", "Usage", "v"),
  models("apistats", "apistats", "API stats", "y"),
  models("api", "api", "API charts", "x"),
  models("ingestion", "ingestion", "Ingestion", "j"),
  forStaff("/dashboard/user-metering", "user-metering-search", { group: "Models" }),
  forStaff("/dashboard/user-metering/:user", "user-metering", { group: "Models" }),
  forStaff("/dashboard/usage/events", "usage-events", { group: "Models" }),
];

const workspaces = pathsOf("workspaces", "Workspaces", "Teams of the assistant, their tokens and users.");
const usage = pathsOf("usage", "Usage", "Model usage: recording events, and totals by model and user.");

/** @type {JsonPath[]} */
export const jsonPaths = [
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

  usage("/v1/usage", "usage"),
  usage("/v1/usage/holds", "holds"),
  usage("/dashboard/daily-models", "daily-models"),
  usage("/dashboard/monthly-models", "monthly-models"),
  usage("/dashboard/models-per-day", "models-per-day"),
  usage("/dashboard/coins-stats", "coins-stats"),
  usage("/dashboard/users-usage-stats", "users-usage-stats"),
  usage("/dashboard/usage/data", "usage-data"),
  usage("/dashboard/daily-chat-messages", "daily-chat-messages"),
  usage("/dashboard/daily-pro-messages", "daily-pro-messages"),
  usage("/dashboard/api-stats", "api-stats"),
  usage("/dashboard/charts-sorted", "charts-sorted"),
  usage("/dashboard/api-charts", "api-charts"),
  usage("/dashboard/api-charts/:range", "api-charts-range"),
  usage("/users/metering/:user", "metering"),
];
