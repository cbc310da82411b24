import { rowsOf } from "./route-rows.js";

/** @typedef {import("./route-rows.js").JsonPath} JsonPath */

const { pathsOf } = rowsOf("platform");
const service = pathsOf("service", "Service", "The state of the service, and this description.");

/** @type {JsonPath[]} */
export const jsonPaths = [
  service("/healthz", "healthz"),
  service("/readyz", "readyz"),
  service("/metrics", "metrics"),
  service("/openapi.json", "openapi"),
  service("/mcp", "mcp"),
];
