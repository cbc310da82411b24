import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { beforeAll, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { createKey } from "~/accounts/inside/api-keys/create-key.server";
import type { KeyScope } from "~/accounts/key-scopes";
import { M } from "~/messages";
import { jsonPaths } from "~/routes.js";
import { argsOf } from "../support/route-args";
import { aNode, anSshKey, theCatalogue } from "../support/world";
import { loadRoute, type RouteModule } from "./support/load-route";
import { aPerson, type Person } from "./support/people";

const CLIENT = "203.0.113.9";
let route: RouteModule;

beforeAll(async () => {
  await theCatalogue();
  await aNode();
  for (const { file } of jsonPaths) await loadRoute(file);
  route = await loadRoute("platform/api/service/mcp.ts");
});

interface KeyOf {
  scopes?: KeyScope[];
  networks?: string[];
  dayCents?: number;
}

async function aKey(person: Person, { scopes = ["read", "tasks"], networks = [], dayCents }: KeyOf = {}) {
  const key = { name: "agent", scopes, networks, expiresAt: null, dayCents: dayCents ?? null };
  const act = { tenantId: person.tenantId, userId: person.userId, requestId: "test", now: new Date() };
  return (await transaction((tx) => createKey(tx, { ...act, key }))).key;
}

/** A client of the protocol that reaches the product's own route. */
async function aClient(key: string): Promise<Client> {
  const fetchRoute = async (url: URL | string, init: RequestInit = {}) => {
    const args = argsOf(new Request(url, init), { client: CLIENT });
    return await (init.method === "POST" ? route.action(args) : route.loader(args));
  };
  const client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL("http://127.0.0.1:3000/mcp"), { requestInit, fetch: fetchRoute }),
  );
  return client;
}

async function use(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, structuredContent, isError } = (await client.callTool({ name, arguments: given })) as CallToolResult;
  const [told] = content;
  return { text: told?.type === "text" ? told.text : "", members: structuredContent ?? {}, isError };
}

const RENT = { task_name: "by-agent", gpu_type: "a5000", gpu_min: 1 };

test("an agent lists, learns the price, rents with its confirmation, reads logs and metrics, and stops", async () => {
  const person = await aPerson();
  await anSshKey(person);
  const client = await aClient(await aKey(person, { dayCents: 5_000 }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    ...["create_volume", "delete_volume", "list_gpus", "list_prices", "list_tasks", "list_volumes", "read_balance"],
    ...["read_logs", "read_metrics", "read_task", "rent_gpus", "stop_task"],
  ]);
  expect(tools.find(({ name }) => name === "rent_gpus")?.inputSchema).toMatchObject({
    properties: { gpu_type: { type: "string" }, confirm: { type: "boolean" } },
    required: ["task_name", "gpu_type", "gpu_min"],
  });
  const { prices } = (await use(client, "list_prices")).members as { prices: Record<string, number> };
  const pph = prices["a5000"] ?? 0;

  const asked = await use(client, "rent_gpus", RENT);
  expect(asked.members).toMatchObject({ retcode: "OK", gpus: 1, pph });
  expect(asked.text).toContain(`$${(pph / 100).toFixed(2)} an hour`);
  expect((await use(client, "list_tasks")).members).toMatchObject({ jobs: [] });

  const rented = await use(client, "rent_gpus", { ...RENT, confirm: true });
  expect(rented).toMatchObject({ isError: false, members: { state: "placing", pph } });
  const resv_guid = String(rented.members["resv_guid"]);
  const by = await db.query(
    `select line.day_cents as limit from task join key_line line on line.id = task.key_line_id where resv_guid = $1`,
    [resv_guid],
  );
  expect(by).toEqual([{ limit: 5_000 }]);
  expect((await use(client, "list_tasks")).members).toMatchObject({ jobs: [{ task_name: "by-agent" }] });
  expect((await use(client, "read_logs", { resv_guid, limit: 5 })).members).toMatchObject({ lines: [], next_seq: 0 });
  expect((await use(client, "read_metrics", { resv_guid })).members).toMatchObject({ retcode: "OK" });
  expect((await use(client, "read_task", { resv_guid })).members).toMatchObject({ job: { task_name: "by-agent" } });
  expect((await use(client, "read_balance")).members).toMatchObject({ retcode: "OK" });
  expect((await use(client, "stop_task", { task_name: "by-agent" })).isError).toBe(false);
});

test("the price of a task that may grow is that of all GPUs it may have, and of a wrong number there is none", async () => {
  const client = await aClient(await aKey(await aPerson()));
  const { prices } = (await use(client, "list_prices")).members as { prices: Record<string, number> };
  const pph = prices["a5000"] ?? 0;
  const asked = await use(client, "rent_gpus", { ...RENT, gpu_min: 2, gpus_max: 16 });
  expect(asked.members).toMatchObject({ retcode: "OK", gpus: 16, pph: 16 * pph });
  expect(asked.text).toContain(
    `2 to 16 × a5000 costs $${((2 * pph) / 100).toFixed(2)} to $${((16 * pph) / 100).toFixed(2)}`,
  );
  expect(await use(client, "rent_gpus", { ...RENT, gpu_min: 3 })).toMatchObject({
    isError: true,
    text: M.wrongGpuCount,
  });
  const shrinking = { ...RENT, gpu_min: 4, gpus_max: 2 };
  expect(await use(client, "rent_gpus", shrinking)).toMatchObject({ isError: true, text: M.wrongGpuRange });
});

test("the price says that an SSH key is missing, before anybody is asked to confirm", async () => {
  const person = await aPerson();
  const client = await aClient(await aKey(person));
  expect((await use(client, "rent_gpus", RENT)).text).not.toContain("SSH key");
  await db.query(`delete from ssh_key where tenant_id = $1`, [person.tenantId]);
  expect((await use(client, "rent_gpus", RENT)).text).toContain("Store an SSH key first");
});

test("a key is refused at its spending limit, with the message of /v1", async () => {
  const person = await aPerson();
  await anSshKey(person);
  const client = await aClient(await aKey(person, { dayCents: 100 }));
  await db.query(
    `insert into key_spend select line_id, (now() at time zone 'UTC')::date, 355000 from api_key where tenant_id = $1 and line_id is not null`,
    [person.tenantId],
  );
  expect(await use(client, "rent_gpus", { ...RENT, confirm: true })).toMatchObject({
    isError: true,
    text: M.keyDayUsed({ dollars: "$1.00" }),
  });
  const volume = { name: "data", gb: 5_000, cluster_name: "fra1" };
  expect((await use(client, "create_volume", volume)).text).toContain("5000 GB costs $");
  expect((await use(client, "create_volume", { ...volume, confirm: true })).isError).toBe(true);
});

test("a key without the scope is refused before it learns a price, and one from elsewhere does not get in", async () => {
  const person = await aPerson();
  const reader = await aClient(await aKey(person, { scopes: ["read"] }));
  for (const [name, given] of [
    ["rent_gpus", RENT],
    ["rent_gpus", { ...RENT, confirm: true }],
    ["stop_task", { task_name: "x" }],
    ["create_volume", { name: "v", gb: 10, cluster_name: "fra1" }],
  ] as const) {
    expect(await use(reader, name, given)).toMatchObject({ isError: true, members: { error: "insufficient_scope" } });
  }
  await expect(aClient(await aKey(person, { scopes: ["tasks"] }))).rejects.toThrow("insufficient_scope");
  await expect(aClient(await aKey(person, { networks: ["198.51.100.0/24"] }))).rejects.toThrow("wrong_network");
  await expect(aClient("mr_unknown")).rejects.toThrow();
});

test("unknown tools and wrong arguments are errors that name the fault", async () => {
  const client = await aClient(await aKey(await aPerson()));
  await expect(client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toThrow("There is no tool");
  expect(await use(client, "rent_gpus", { ...RENT, gpu_type: "no-such" })).toMatchObject({
    isError: true,
    text: M.unknownGpuType({ gpu_type: "no-such" }),
  });
  expect(await use(client, "read_logs", { resv_guid: "../../v1/money" })).toMatchObject({ isError: true });
  expect(await use(client, "rent_gpus", { ...RENT, max_dolars: 5 })).toMatchObject({
    isError: true,
    text: M.noSuchField({ name: "max_dolars" }),
  });
});

test("a key for a repeated call may hold any characters", async () => {
  const person = await aPerson();
  await anSshKey(person);
  const client = await aClient(await aKey(person));
  for (const idempotency_key of ["clé-☃", "two\nlines"]) {
    const given = { ...RENT, task_name: `t${idempotency_key.length}`, confirm: true, idempotency_key };
    const first = await use(client, "rent_gpus", given);
    expect(first).toMatchObject({ isError: false });
    expect((await use(client, "rent_gpus", given)).members).toEqual(first.members);
  }
});
