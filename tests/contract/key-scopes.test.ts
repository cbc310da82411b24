import { beforeAll, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { createKey } from "~/accounts/inside/api-keys/create-key.server";
import { KEY_SCOPES, type KeyScope } from "~/accounts/key-scopes";
import { declaredPaths } from "~/platform/http/api-route.server";
import { hasBody } from "~/platform/http/api-operation.server";
import { scopeOf } from "~/platform/http/needed-scope";
import { jsonPaths } from "~/routes.js";
import { theCatalogue } from "../support/world";
import { call, read } from "./support/call";
import { documented, examplePath } from "./support/documented";
import { loadRoute } from "./support/load-route";
import { aPerson } from "./support/people";

/** The scope that each changing path of customers needs of a named key, written independently of the code. */
const WRITES: Record<string, string> = {
  "POST /v1/reserve": "tasks",
  "GET /v1/delete": "tasks",
  "POST /v1/delete": "tasks",
  "POST /v1/tasks/:resv_guid": "tasks",
  "POST /v1/tasks/:resv_guid/own-end": "tasks",
  "POST /v1/tasks/:resv_guid/ports": "tasks",
  "POST /v1/tasks/:resv_guid/ports/token": "tasks",
  "POST /users/keys/delete": "tasks",
  "POST /v1/ssh-public-key-upload": "tasks",
  "GET /v1/apply-promo": "billing",
  "POST /v1/apply-promo": "billing",
  "POST /billing/deletecard": "billing",
  "POST /billing/defaultcard": "billing",
  "POST /payments/update": "billing",
  "POST /payments/subscribe": "billing",
  "POST /users/update": "account",
  "POST /users/address": "account",
  "POST /v1/usage/holds": "account",
  "POST /v1/team": "account",
  "POST /v1/team/invitations": "account",
  "POST /v1/team/invitations/withdraw": "account",
  "POST /v1/team/members/change": "account",
  "POST /v1/team/members/remove": "account",
  "POST /v1/team/hand-over": "account",
  "POST /v1/volumes": "tasks",
  "POST /v1/volumes/:volume_id/delete": "tasks",
  "POST /v1/volumes/:volume_id/grow": "tasks",
  "POST /v1/templates": "tasks",
  "PATCH /v1/templates/:template": "tasks",
  "DELETE /v1/templates/:template": "tasks",
  "POST /v1/volumes/:volume_id/snapshot": "tasks",
  "POST /v1/webhooks": "account",
  "POST /v1/webhooks/:endpoint_id": "account",
  "POST /v1/webhooks/:endpoint_id/delete": "account",
  "POST /v1/webhooks/:endpoint_id/deliveries/:delivery_id/resend": "account",
  "POST /v1/webhooks/:endpoint_id/rotate": "account",
  "POST /v1/webhooks/:endpoint_id/test": "account",
  "POST /v1/api-keys": "account",
  "POST /v1/api-keys/rotate": "account",
  "POST /v1/api-keys/revoke": "any",
  "POST /mcp": "read",
  "POST /v1/gpu-alerts": "tasks",
  "DELETE /v1/gpu-alerts/:gpu_type": "tasks",
};

const rows = documented.filter(({ auth }) => auth.includes("K") && !auth.includes("P"));
const keys = new Map<string, string>();

/** Every set of scopes, from single ones to all. */
const CHOICES = [1, 2, 3, 4, 5, 6, 7].map((bits) => KEY_SCOPES.filter((_scope, at) => bits & (1 << at)));

beforeAll(async () => {
  await theCatalogue();
  for (const { file } of jsonPaths) await loadRoute(file);
  // With the highest role: a named key does not get its rights.
  const admin = await aPerson({ role: "admin" });
  for (const scopes of CHOICES) {
    const key = { name: scopes.join(" "), scopes, networks: [], expiresAt: null };
    const act = { ...admin, requestId: "test", now: new Date() };
    keys.set(scopes.join(), (await transaction((tx) => createKey(tx, { ...act, key }))).key);
  }
});

const keyWith = (scopes: readonly KeyScope[]) => keys.get(scopes.join()) ?? "";

test("each changing path for customers names its scope", () => {
  const named = rows.flatMap(({ method, path, role }) => {
    const operation = declaredPaths.get(path)?.[method];
    const writes = method !== "GET" || operation?.changesState;
    return writes && role === "customer" ? [[`${method} ${path}`, operation?.scope ?? "account"]] : [];
  });
  expect(Object.fromEntries(named)).toEqual(WRITES);
});

test("a reading path needs read, and one for staff accepts no named key", () => {
  for (const { method, path, role } of rows) {
    const operation = declaredPaths.get(path)?.[method];
    if (!operation || operation.changesState || (method !== "GET" && role === "customer")) continue;
    expect([path, scopeOf(operation, method)]).toEqual([path, role === "customer" ? "read" : "account"]);
  }
});

test("a write that names no scope is closed to named keys", () => {
  const credentials = ["K", "S"] as const;
  expect(scopeOf({ credentials }, "POST")).toBe("account");
  expect(scopeOf({ credentials, changesState: true }, "GET")).toBe("account");
  expect(scopeOf({ credentials, right: "fleet.see" }, "GET")).toBe("account");
  expect(scopeOf({ credentials }, "HEAD")).toBe("read");
});

test.each(rows)("$method $path opens to exactly the keys with its scope, for every creator", async (row) => {
  const operation = declaredPaths.get(row.path)?.[row.method];
  if (!operation) throw new Error(`${row.path} is not declared`);
  const needed = scopeOf(operation, row.method);
  // Sent after the others, because it would end the keys.
  if (row.path === "/v1/api-keys/revoke") return;
  for (const scopes of CHOICES) {
    const json = hasBody(row.method) ? { json: {} } : {};
    const answer = await call(examplePath(row), { method: row.method, key: keyWith(scopes), ...json });
    const refused = answer.status === 403 && (await isScopeRefusal(answer));
    const holds = needed !== null && needed !== "account" && scopes.includes(needed);
    expect([scopes, refused]).toEqual([scopes, !holds]);
  }
});

async function isScopeRefusal(answer: Response): Promise<boolean> {
  return (await read(answer))["error"] === "insufficient_scope";
}

test("a named key of an admin sees what a customer sees", async () => {
  const other = await aPerson();
  const jobs = await call(`/v1/jobs?account=${other.tenantName}`, { key: keyWith(["read"]) });
  expect(jobs.status).toBe(403);
});

test("a suspended user's named key is refused with the reason", async () => {
  const person = await aPerson();
  const key = { name: "one", scopes: ["read" as const], networks: [], expiresAt: null };
  const made = await transaction((tx) => createKey(tx, { ...person, requestId: "test", now: new Date(), key }));
  await db.query(`update user_account set state = 'suspended' where id = $1`, [person.userId]);
  const answer = await call("/v1/jobs", { key: made.key });
  expect([answer.status, (await read(answer))["human_readable_message"]]).toEqual([
    403,
    "Your account is suspended. Please contact support.",
  ]);
});
