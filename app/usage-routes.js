/** The rows of model usage in the routes table (`routes.js`), which gives what makes a row. */

/**
 * @template Row
 * @param {(url: string, folder: string, label: string, line: string, letter?: string) => Row} models
 * @param {(url: string, folder: string, about: { group: "Models" }) => Row} forStaff
 */
export const usageScreens = (models, forStaff) => [
  models("models", "models", "Models", "Calls, coins and tokens by model: today, this month, day by day.", "l"),
  models("metering", "metering", "Metering", "Who used how many coins, by workspace, PRO and FREE.", "e"),
  models("usage", "usage", "Usage", "Coins, agents and models over the days.", "v"),
  models("apistats", "apistats", "API stats", "Calls and tokens of a day, by model and user.", "y"),
  models("api", "api", "API charts", "Calls, latency and load of each model, live and over a year.", "x"),
  models("ingestion", "ingestion", "Ingestion", "Who sends usage, what of it is rejected, and their keys.", "j"),
  forStaff("/dashboard/user-metering", "user-metering-search", { group: "Models" }),
  forStaff("/dashboard/user-metering/:user", "user-metering", { group: "Models" }),
  forStaff("/dashboard/usage/events", "usage-events", { group: "Models" }),
];

/**
 * @template Row
 * @param {(url: string, name: string) => Row} usage
 */
export const usagePaths = (usage) => [
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
