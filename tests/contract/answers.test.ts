import { beforeAll, describe, expect, test } from "vitest";
import { issueEnrolmentToken } from "~/fleet/inside/nodes/issue-enrolment-token.server";
import { db } from "~/platform/db.server";
import { aCard, useProvider } from "../support/provider";
import { aNode, theCatalogue } from "../support/world";
import { aCode } from "../payments/database/marketing/codes";
import { aStoredForecast } from "../rehearsal/database/forecasts";
import { call, type CallOptions, read } from "./support/call";
import { succeeds } from "./support/success";
import { aPerson, type Person } from "./support/people";
import { aVisitor } from "../support/visitor";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGk1yXlpE8QpSrk6Oda4mKgVfHhTq0Jt2PGUpnlrF0Vd laptop";
const SYSINFO = {
  cpu_cores: 32,
  mem_mb: 131072,
  mem_free: 90210,
  gpus: 8,
  disk_total: 1600,
  disk_free: 1210,
  disk_name: "nvme0n1",
  error_counter: 0,
  ibs_active: 1,
  kernel: "5.15.0-91-generic",
  updates_available: 12,
  ubuntu_needs_reboot: 0,
  reported_ts_dead: null,
};

let customer: Person;
let admin: Person;
let subscriber: Person;
useProvider();
let pmId = "";
const [NAMED, ENDING] = [{ display_name: "First try", tags: ["llama"] }, { max_seconds: 86_400 }];
const REHEARSAL = { name: "The past", source: { kind: "period", from_ts: 1_700_000_000, until_ts: 1_700_086_400 } };
let resvGuid = "";
let nodeName = "";
let agentKey = "";

beforeAll(async () => {
  await theCatalogue();
  ({ nodeName, agentKey } = await aNode());
  customer = await aPerson();
  admin = await aPerson({ role: "admin" });
  const json = { task_name: "first try", gpu_type: "a5000", gpu_min: 1 };
  const reserved = await read(await call("/v1/reserve", { key: customer.apiKey, json }));
  expect(reserved).toMatchObject({
    retcode: "OK",
    task_name: "first-try",
    state: "placing",
    gpus: 1,
    pph: 95,
  });
  resvGuid = String(reserved["resv_guid"]);
  pmId = await aCard(customer);
  subscriber = await aPerson();
  await aCard(subscriber);
  await db.query(
    `with made as (insert into engine (kind, url, settings) values ('slurm', 'https://slurm.test', '{"user": "millrace"}') returning id)
     update cluster set engine_id = made.id from made where name = 'ams2'`,
  );
  await aStoredForecast();
  await aCode({ code: "ANSWER-1" });
  await aCode({ code: "ANSWER-2", kind: "percent_off", value: 20, duration: "forever" });
});

const usageStatistics = [
  ...["daily-models", "monthly-models", "models-per-day", "coins-stats", "users-usage-stats", "usage/data"],
  ...["daily-chat-messages", "daily-pro-messages", "charts-sorted", "api-charts"],
];

const ofTask = (path: string) => () => `/v1/tasks/${resvGuid}${path}`;
const anEngineToken = () =>
  `e30.${Buffer.from(JSON.stringify({ sun: "millrace", exp: 2_000_000_000 })).toString("base64url")}.x`;

type Success = [string, () => CallOptions | Promise<CallOptions>, (() => string)?];

/** Inputs with which each call succeeds, in an order in which all of them do. */
const successes: Success[] = [
  ["POST /v1/usage", () => ({ key: admin.apiKey, json: { events: [aUsageEvent()] } })],
  ["POST /v1/usage/holds", () => ({ key: admin.apiKey, json: { user: customer.email, coins: 1000 } })],
  ["GET /v1/nodes", () => ({ key: admin.apiKey })],
  ["GET /v1/alerts", () => ({ key: admin.apiKey })],
  ["POST /v1/agents/report", () => ({ key: agentKey, json: report() })],
  ["POST /v1/agents/rotate", () => ({ key: agentKey, json: {} })],
  ["POST /v1/agents/enroll", async () => ({ key: await aToken(), json: machine })],
  ["GET /dashboard/sysinfo", () => ({ cookie: admin.cookie })],
  ["GET /dashboard/tenants", () => ({ cookie: admin.cookie })],
  ["POST /v1/drain", () => ({ key: admin.apiKey, json: { node: nodeName, flag: "1" } })],
  ["POST /v1/ssh-gateway", () => ({ key: admin.apiKey, json: { node: nodeName, ssh_gateway: "0" } })],
  [
    "PUT /v1/engines/:cluster_name/credentials",
    () => ({ key: admin.apiKey, method: "PUT", json: { token: anEngineToken() } }),
    () => "/v1/engines/ams2/credentials",
  ],
  ["POST /v1/rehearsals", () => ({ key: admin.apiKey, json: REHEARSAL })],
  ["GET /v1/rehearsals/:id", () => ({ key: admin.apiKey }), () => "/v1/rehearsals/1"],
  ["GET /v1/forecast", () => ({ key: admin.apiKey })],
  ["GET /v1/scheduled", () => ({ key: admin.apiKey })],
  ["GET /v1/free", () => ({})],
  ["GET /v1/prices", () => ({ key: customer.apiKey })],
  ["GET /v1/os", () => ({ cookie: customer.cookie })],
  ["GET /v1/jobs", () => ({ cookie: customer.cookie }), () => `/v1/jobs?account=${customer.tenantName}`],
  ["GET /v1/highfreq", () => ({ key: customer.apiKey })],
  ["GET /v1/tasks/:resv_guid", () => ({ key: customer.apiKey }), () => `/v1/tasks/${resvGuid}`],
  ["POST /v1/tasks/:resv_guid", () => ({ key: customer.apiKey, json: NAMED }), () => `/v1/tasks/${resvGuid}`],
  ["POST /v1/tasks/:resv_guid/own-end", () => ({ key: customer.apiKey, json: ENDING }), ofTask("/own-end")],
  ["GET /v1/tasks/:resv_guid/ports", () => ({ key: customer.apiKey }), ofTask("/ports")],
  ["POST /v1/tasks/:resv_guid/ports", () => ({ key: customer.apiKey, json: { port: 8888 } }), ofTask("/ports")],
  ["POST /v1/tasks/:resv_guid/ports/token", () => ({ key: customer.apiKey, json: {} }), ofTask("/ports/token")],
  ["GET /v1/tasks/:resv_guid/logs", () => ({ key: customer.apiKey }), () => `/v1/tasks/${resvGuid}/logs?limit=9999`],
  ["GET /v1/tasks/:resv_guid/metrics", () => ({ key: admin.apiKey }), () => `/v1/tasks/${resvGuid}/metrics`],
  ["GET /v1/money", () => ({ key: customer.apiKey })],
  ["GET /v1/billing-short", () => ({ key: customer.apiKey })],
  ["GET /v1/statements", () => ({ key: customer.apiKey })],
  ["GET /billing/tenant", () => ({ key: customer.apiKey })],
  ["GET /v1/apply-promo", () => ({ key: customer.apiKey }), () => "/v1/apply-promo?code=ANSWER-1"],
  ["POST /v1/apply-promo", () => ({ key: customer.apiKey, json: { code: "answer-2" } })],
  ["GET /billing/method", () => ({ key: customer.apiKey })],
  ["POST /payments/subscribe", () => ({ key: subscriber.apiKey, json: {} })],
  ["GET /payments/status", () => ({ cookie: subscriber.cookie })],
  ["GET /payments/method", () => ({ key: subscriber.apiKey })],
  ["GET /payments/invoices", () => ({ key: subscriber.apiKey })],
  ["POST /payments/update", () => ({ key: subscriber.apiKey, form: { amount: "-5000", text: "discount" } })],
  ["POST /payments/usage", () => ({ key: admin.apiKey, json: minutes() })],
  ["POST /billing/setup-intent", () => ({ cookie: customer.cookie, script: true, json: {} })],
  ["POST /billing/defaultcard", () => ({ key: customer.apiKey, json: { id: pmId } })],
  ["POST /billing/deletecard", () => ({ cookie: customer.cookie, script: true, form: { id: pmId } })],
  ["GET /users/self", () => ({ key: customer.apiKey })],
  ["POST /users/update", () => ({ key: customer.apiKey, form: { name: "User 1042", email: customer.email } })],
  ["POST /v1/ssh-public-key-upload", () => ({ key: customer.apiKey, form: { ssh_public_key: KEY } })],
  ["GET /users/keys", () => ({ key: customer.apiKey })],
  ["POST /users/keys/delete", () => ({ key: customer.apiKey, json: { id: customer.sshKeyId } })],
  ["POST /users/password", () => ({ cookie: customer.cookie, script: true, form: passwords })],
  ["POST /users/view", () => ({ cookie: admin.cookie, script: true, json: { tenant: customer.tenantName } })],
  ["GET /users/get/:name", () => ({ cookie: admin.cookie }), () => `/users/get/${encodeURIComponent(customer.email)}`],
  ["GET /users/get_stats/:user_id", () => ({ cookie: admin.cookie }), () => `/users/get_stats/${customer.userId}`],
  ["GET /dashboard/stats", () => ({ cookie: admin.cookie })],
  ["GET /v1/delete", () => ({ key: customer.apiKey }), () => "/v1/delete?task_name=first-try"],
  ["GET /dashboard/marketing-get-promos", () => ({ cookie: admin.cookie })],
  ["GET /dashboard/marketing-get-trial", () => ({ cookie: admin.cookie })],
  ["GET /dashboard/get-marketing-sources", () => ({ cookie: admin.cookie })],
  ["GET /users/metering/:user", () => ({ cookie: customer.cookie }), () => `/users/metering/${customer.email}`],
  ...usageStatistics.map((name): Success => [`GET /dashboard/${name}`, () => ({ cookie: admin.cookie })]),
  ["GET /dashboard/api-stats", () => ({ cookie: admin.cookie }), () => "/dashboard/api-stats?limit=5000"],
  ["GET /dashboard/api-charts/:range", () => ({ cookie: admin.cookie }), () => "/dashboard/api-charts/2592000"],
  ["GET /faq/all", () => ({})],
  ["GET /healthz", () => ({})],
  ["GET /openapi.json", () => ({})],
];

const passwords = { password: "a good long one", password_confirmation: "a good long one" };
const machine = {
  node_name: "fra1-gpu-90",
  node_type: "gpu8",
  ip_internal: "10.20.0.17",
  ip_public: "203.0.113.17",
  port: 2222,
  gpu_type: "a5000",
  gpus: 8,
  boot_id: "boot-1",
};

function minutes() {
  return { tenant_name: subscriber.tenantName, minutes: 60, idempotency_key: "w-2024-01-31-13" };
}

function report() {
  const ts = Math.floor(Date.now() / 1000);
  return { boot_id: "boot-1", seq: 1, desired_version: 0, ts, tasks: [], sysinfo: SYSINFO };
}

async function aToken(): Promise<string> {
  const by = { userId: admin.userId, requestId: "test" };
  return (await issueEnrolmentToken({ clusterName: "fra1", ...by, now: new Date() })).token;
}

describe("an answer has the documented members, with the documented types", () => {
  test.each(successes)("%s", async (name, options, path) => {
    await succeeds(name, await options(), path?.());
  });
});

test("a JSON answer without a version gives its reading time in milliseconds, as its events do (A6)", async () => {
  const before = Date.now();
  for (const path of ["/v1/money", "/billing/tenant", "/v1/free", "/v1/billing-short"]) {
    const { headers } = await call(path, { key: subscriber.apiKey });
    expect(Number(headers.get("X-Read-Ms"))).toBeGreaterThanOrEqual(before);
    expect(Number(headers.get("X-Read-Ms"))).toBeLessThanOrEqual(Date.now());
  }
});

test("/ajaxlogin answers its two pairs of members", async () => {
  const { cookies, token } = aVisitor();
  const form = { email: admin.email, password: admin.password, remember: "1", _token: token };
  const response = await call("/ajaxlogin", { form, cookies, script: true });
  expect(await read(response)).toEqual({
    status: "OK",
    url: "/dashboard",
    message: "",
    retcode: "OK",
    human_readable_message: "",
  });
});

test("/metrics returns Prometheus text to holders of its token, with the product's gauges", async () => {
  expect((await call("/metrics")).status).toBe(401);
  expect((await call("/metrics", { key: customer.apiKey })).status).toBe(401);
  const response = await call("/metrics", { key: "test-metrics-token" });
  expect(response.headers.get("Content-Type")).toMatch(/^text\/plain; version=0.0.4/);
  const text = await response.text();
  expect(text).toMatch(/^millrace_ledger_imbalance_units 0$/m);
  expect(text).toMatch(/^millrace_nodes\{drain="1",health="healthy"\} 1$/m);
  for (const name of ["tasks", "queue_length", "free_gpus", "billing_lag_seconds"]) {
    expect(text).toContain(`# TYPE millrace_${name} gauge`);
  }
});

test("jobs of an unknown account are FAILED for staff, and refused to customers like another tenant's (A23)", async () => {
  const jobsOf = (account: string, key: string) => call(`/v1/jobs?account=${account}`, { key });
  const unknown = await jobsOf("tenant-none", admin.apiKey);
  expect([unknown.status, await read(unknown)]).toEqual([
    200,
    { retcode: "FAILED", human_readable_message: "Not found." },
  ]);
  for (const account of ["tenant-none", admin.tenantName]) {
    const refused = await jobsOf(account, customer.apiKey);
    expect([refused.status, await read(refused)]).toEqual([
      403,
      { retcode: "FAILED", human_readable_message: "You are not allowed to do this." },
    ]);
  }
});

test("34: a used, unknown or withdrawn enrolment token is 401, a taken name 409, bad fields 422", async () => {
  const enroll = (key: string, json: object) => call("/v1/agents/enroll", { key, json });
  const token = await aToken();
  expect((await enroll(token, { ...machine, node_name: "fra1-gpu-91" })).status).toBe(201);
  expect((await enroll(token, { ...machine, node_name: "fra1-gpu-92" })).status).toBe(401);
  expect((await enroll("mre_unknown", { ...machine, node_name: "fra1-gpu-92" })).status).toBe(401);
  const taken = await enroll(await aToken(), { ...machine, node_name: "fra1.gpu.91" });
  expect(taken.status).toBe(409);
  const bad = await enroll(await aToken(), {
    ...machine,
    node_name: "Bad_Name",
    port: 0,
    ip_internal: "x",
    gpus: 17,
  });
  expect(bad.status).toBe(422);
  const fields = (await read<{ fields: Record<string, string> }>(bad)).fields;
  expect(Object.keys(fields).sort()).toEqual(["gpus", "ip_internal", "node_name", "port"]);
});

test("10: support reads, but sets no drain mode", async () => {
  const support = await aPerson({ role: "support" });
  expect((await call("/v1/nodes", { key: support.apiKey })).status).toBe(200);
  const drain = { node: nodeName, flag: 2 };
  expect((await call("/v1/drain", { key: support.apiKey, json: drain })).status).toBe(403);
  for (const flag of [3, -1, "x", null, 1.5, true]) {
    const answer = await read(await call("/v1/drain", { key: admin.apiKey, json: { node: nodeName, flag } }));
    expect(answer).toEqual({ retcode: "ERROR", human_readable_message: "flag must be 0, 1 or 2." });
  }
  const unknown = await read(await call("/v1/drain", { key: admin.apiKey, json: { node: "nope", flag: 1 } }));
  expect(unknown["human_readable_message"]).toBe("No such node.");
});

function aUsageEvent() {
  return { key: "answers-1", ts: Math.floor(Date.now() / 1000), model: "code-7b", user: customer.email, kind: "chat" };
}
