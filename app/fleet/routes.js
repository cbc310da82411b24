import { rowsOf } from "../platform/route-rows.js";

/** @typedef {import("../platform/route-rows.js").Screen} Screen */
/** @typedef {import("../platform/route-rows.js").JsonPath} JsonPath */

const { forAll, forStaff, dashboard, pathsOf } = rowsOf("fleet");

/** @type {Screen[]} */
export const screens = [
  forAll("/status", "status", { label: "Status", menus: { footer: 5 } }),
  dashboard("Fleet")("nodes", "nodes", "Nodes", "n"),
  dashboard("Fleet")("fleet", "fleet", "GPUs", "h"),
  dashboard("Fleet")("maintenance", "maintenance", "Maintenance", "b"),
  forStaff("/dashboard/maintenance/new", "plan-rolling", { group: "Fleet" }),
  forStaff("/dashboard/maintenance/:rollingId", "rolling-drain", { group: "Fleet" }),
  forStaff("/dashboard/nodes/:nodeName", "node", { group: "Fleet" }),
];

const nodes = pathsOf("nodes", "Nodes", "Machines, their modes and their reports (staff only).");
const agents = pathsOf("agents", "Agents", "Called by the agents on machines.");

/** @type {JsonPath[]} */
export const jsonPaths = [
  nodes("/v1/nodes", "nodes"),
  nodes("/v1/drain", "drain"),
  nodes("/v1/ssh-gateway", "ssh-gateway"),
  nodes("/dashboard/sysinfo", "sysinfo"),
  nodes("/dashboard/tenants", "tenants"),

  agents("/v1/agents/enroll", "enroll"),
  agents("/v1/agents/rotate", "rotate"),
  agents("/v1/agents/report", "report"),
];
