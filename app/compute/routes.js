import { rowsOf } from "../platform/route-rows.js";

/** @typedef {import("../platform/route-rows.js").Screen} Screen */
/** @typedef {import("../platform/route-rows.js").JsonPath} JsonPath */

const { forAll, forCustomers, forStaff, dashboard, pathsOf } = rowsOf("compute");
const fleet = dashboard("Fleet");

/** @type {Screen[]} */
export const screens = [
  forAll("/pricing", "pricing", { label: "Pricing", menus: { visitors: 1 } }),
  forAll("/configurator", "configurator", { label: "Configurator", menus: { visitors: 2 } }),
  forAll("/free", "free", { label: "Free capacity", menus: { visitors: 3 } }),
  forAll("/resource", "resource", { label: "Resources", menus: { footer: 2 } }),
  forAll("/rent", "rent", { label: "Rent", menus: { customers: 2 } }),

  forCustomers("/tasks", "tasks", { label: "Tasks", menus: { customers: 1 } }),
  forCustomers("/tasks/:resvGuid", "task"),
  forCustomers("/tasks/:resvGuid/ports/:port", "task-port"),
  forCustomers("/volumes", "volumes", { label: "Volumes", menus: { customers: 5 } }),
  forCustomers("/templates", "templates", { label: "Templates", menus: { customers: 6 } }),
  forCustomers("/keys", "keys", { label: "SSH keys", menus: { customers: 7 } }),

  fleet("scheduled", "scheduled", "Scheduled", "s"),
  fleet("free", "free-capacity", "Free capacity", "r"),
  fleet("catalogue", "catalogue", "Catalogue", "c"),
  forStaff("/dashboard/clusters/:clusterName", "engine", { group: "Fleet" }),
];

const capacity = pathsOf(
  "capacity",
  "Capacity",
  "Free GPUs, alerts when GPUs become free, and the queue (staff only).",
);
const engines = pathsOf("engines", "Engines", "Schedulers that back clusters (staff only).");
const pricing = pathsOf("pricing", "Pricing", "What GPUs cost, and the images that tasks run.");
const tasks = pathsOf("tasks", "Tasks", "Starting, listing and ending tasks; their events, log and load.");
const volumes = pathsOf(
  "volumes",
  "Volumes",
  "Storage that outlives tasks, and the templates that containers start from.",
);
const sshKeys = pathsOf("ssh-keys", "SSH keys", "Public keys with access to tasks.");

/** @type {JsonPath[]} */
export const jsonPaths = [
  capacity("/v1/free", "free"),
  capacity("/v1/scheduled", "scheduled"),
  capacity("/v1/gpu-alerts", "gpu-alerts"),
  capacity("/v1/gpu-alerts/:gpu_type", "gpu-alert"),

  engines("/v1/engines/:cluster_name/credentials", "credentials"),

  pricing("/v1/prices", "prices"),
  pricing("/v1/os", "os"),

  tasks("/v1/reserve", "reserve"),
  tasks("/v1/jobs", "jobs"),
  tasks("/v1/highfreq", "highfreq"),
  tasks("/v1/delete", "delete"),
  tasks("/v1/tasks/:resv_guid", "task"),
  tasks("/v1/tasks/:resv_guid/own-end", "own-end"),
  tasks("/v1/tasks/:resv_guid/logs", "logs"),
  tasks("/v1/tasks/:resv_guid/logs/download", "download-log"),
  tasks("/v1/tasks/:resv_guid/metrics", "task-metrics"),
  tasks("/v1/tasks/:resv_guid/ports", "ports"),
  tasks("/v1/tasks/:resv_guid/ports/token", "port-token"),

  volumes("/v1/volumes", "volumes"),
  volumes("/v1/volumes/:volume_id/grow", "grow"),
  volumes("/v1/volumes/:volume_id/delete", "delete"),
  volumes("/v1/volumes/:volume_id/snapshot", "snapshot"),
  volumes("/v1/templates", "templates"),
  volumes("/v1/templates/:template", "template"),

  sshKeys("/users/keys", "keys"),
  sshKeys("/users/keys/delete", "delete-key"),
  sshKeys("/v1/ssh-public-key-upload", "upload-key"),
];
