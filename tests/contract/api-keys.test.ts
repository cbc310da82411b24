import { beforeAll, expect, test } from "vitest";
import { env } from "~/platform/env.server";
import { M } from "~/messages";
import { call, read } from "./support/call";
import { aPerson, aSession, type Person } from "./support/people";
import { succeeds } from "./support/success";
import { theCatalogue } from "../support/world";

let customer: Person;

beforeAll(async () => {
  await theCatalogue();
  customer = await aPerson();
});

interface Key {
  id: number;
  name: string;
  own: boolean;
  state: string;
  current: boolean;
  ends_ts: number;
  used_from: string;
}

interface Made {
  api_key: string;
  key: Key;
}

const make = async (json: object = {}, person = customer) =>
  (await succeeds("POST /v1/api-keys", {
    key: person.apiKey,
    json: { name: "nightly", scopes: ["read"], ...json },
  })) as Made;
const keysOf = async (key: string) => (await read<{ keys: Key[] }>(await call("/v1/api-keys", { key }))).keys;
const told = async (response: Response) => [response.status, (await read(response))["error"]];

test("the list has the own key first and never a whole key; a new one works for 90 days by default", async () => {
  const { api_key, key } = await make({ networks: ["10.1.2.3/8", "::ffff:192.0.2.9", "2001:db8::1/32"] });
  expect(api_key).toMatch(/^mr_[A-Za-z0-9_-]{43}$/);
  expect(key).toMatchObject({ networks: ["10.0.0.0/8", "192.0.2.9/32", "2001:db8::/32"], current: false });
  const days = (key.ends_ts - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThanOrEqual(91);
  const body = await (await call("/v1/api-keys", { key: customer.apiKey })).text();
  expect(body).not.toMatch(/mr_[A-Za-z0-9_-]{43}/);
  const [own, named] = await keysOf(customer.apiKey);
  expect([own?.own, own?.current, own?.name, named?.id]).toEqual([true, true, "Account key", key.id]);
  expect((await make({ last_day: "" })).key.ends_ts).toBe(0);
});

test("each reason for which a key does not open a path has its own word", async () => {
  const { api_key, key } = await make({ networks: ["203.0.113.0/24"] });
  const jobs = (client: string) => call("/v1/jobs", { key: api_key, client });
  expect((await jobs("203.0.113.7")).status).toBe(200);
  expect((await jobs("::ffff:203.0.113.8")).status).toBe(200);
  expect(await told(await jobs("203.0.114.7"))).toEqual([403, "wrong_network"]);
  const lacking = await call("/v1/reserve", { key: api_key, client: "203.0.113.7", json: {} });
  expect(lacking.headers.get("WWW-Authenticate")).toBe('Bearer error="insufficient_scope", scope="tasks"');
  expect([lacking.status, await read(lacking)]).toEqual([
    403,
    {
      retcode: "ERROR",
      human_readable_message:
        "This API key lacks the scope tasks. Use one that has it, or create one on the API keys page.",
      error: "insufficient_scope",
    },
  ]);
  const used = (await keysOf(customer.apiKey)).find(({ id }) => id === key.id);
  expect(used?.used_from).toBe("203.0.113.7");
  await succeeds("POST /v1/api-keys/revoke", { key: customer.apiKey, json: { id: key.id } });
  expect(await told(await jobs("203.0.113.7"))).toEqual([401, "key_revoked"]);
  expect(await told(await call("/v1/jobs", { key: `${api_key.slice(0, -1)}?` }))).toEqual([401, undefined]);
});

test("a named key lists keys and revokes itself, and creates, rotates and revokes no other", async () => {
  const { api_key, key } = await make({ scopes: ["read", "tasks", "billing"] });
  const other = await make();
  expect((await keysOf(api_key)).find(({ current }) => current)?.id).toBe(key.id);
  const refused = [
    await call("/v1/api-keys", { key: api_key, json: { name: "stronger", scopes: ["read"] } }),
    await call("/v1/api-keys/rotate", { key: api_key, json: { id: key.id } }),
    await call("/v1/api-keys/revoke", { key: api_key, json: { id: other.key.id } }),
  ];
  for (const answer of refused) expect(await told(answer)).toEqual([403, "insufficient_scope"]);
  expect((await call("/v1/api-keys/revoke", { key: api_key, json: { id: key.id } })).status).toBe(200);
  expect(await told(await call("/v1/jobs", { key: api_key }))).toEqual([401, "key_revoked"]);
  expect((await call("/v1/jobs", { key: other.api_key })).status).toBe(200);
});

test("rotating keeps the key's rights; the old one works for the overlap", async () => {
  const { api_key, key } = await make({ name: "rotated", networks: ["0.0.0.0/0"] });
  const rotated = (await succeeds("POST /v1/api-keys/rotate", {
    ...{ cookie: customer.cookie, script: true, json: { id: key.id, overlap_hours: 24 } },
  })) as Made & { old_ends_ts: number };
  expect(rotated.key).toMatchObject({ name: "rotated", scopes: ["read"], networks: ["0.0.0.0/0"], state: "valid" });
  expect(Math.abs(rotated.key.ends_ts - key.ends_ts)).toBeLessThan(60);
  expect(Math.abs(rotated.old_ends_ts - Date.now() / 1000 - 86_400)).toBeLessThan(60);
  const use = (secret: string) => call("/v1/jobs", { key: secret, client: "192.0.2.1" });
  expect([(await use(api_key)).status, (await use(rotated.api_key)).status]).toEqual([200, 200]);
  const [, newer, older] = await keysOf(customer.apiKey);
  expect([newer?.state, older?.state]).toEqual(["valid", "replaced"]);
  const again = await call("/v1/api-keys/rotate", { key: customer.apiKey, json: { id: key.id } });
  expect(again.status).toBe(404);
  const wrong = await call("/v1/api-keys/rotate", { key: customer.apiKey, json: { id: newer?.id, overlap_hours: 2 } });
  expect([wrong.status, await read(wrong)]).toMatchObject([422, { fields: { overlap_hours: expect.any(String) } }]);
});

test("input is checked by field, and a tenant has at most 25 working keys", async () => {
  const busy = await aPerson();
  const bad = await call("/v1/api-keys", {
    key: busy.apiKey,
    json: { name: " ", scopes: [], last_day: "2020-01-01", networks: ["10.1"] },
  });
  expect([bad.status, Object.keys((await read<{ fields: object }>(bad)).fields).sort()]).toEqual([
    422,
    ["last_day", "name", "networks", "scopes"],
  ]);
  const made = await Promise.all(
    Array.from({ length: 27 }, () =>
      call("/v1/api-keys", { key: busy.apiKey, json: { name: "one of many", scopes: ["read"] } }),
    ),
  );
  expect(made.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(2);
  const [, first] = await keysOf(busy.apiKey);
  await call("/v1/api-keys/revoke", { key: busy.apiKey, json: { id: first?.id } });
  await make({}, busy);
});

test("keys of another tenant are not found, and an old login gives the password again", async () => {
  const stranger = await aPerson();
  const { key } = await make();
  for (const path of ["/v1/api-keys/rotate", "/v1/api-keys/revoke"])
    expect((await call(path, { key: stranger.apiKey, json: { id: key.id } })).status).toBe(404);
  expect((await keysOf(stranger.apiKey)).map(({ own }) => own)).toEqual([true]);
  const { cookie } = await aSession(customer.userId, new Date(Date.now() - 3_600_000));
  const json = { name: "late", scopes: ["read"] };
  const late = await call("/v1/api-keys", { cookie, script: true, json });
  expect([late.status, await read(late)]).toMatchObject([
    422,
    { fields: { password: "Enter your current password." } },
  ]);
  const proven = { ...json, password: customer.password };
  expect((await call("/v1/api-keys", { cookie, script: true, json: proven })).status).toBe(201);
});

test.each(["scope", "network"])(
  "a key refused for its %s is limited per minute, without others at its address",
  async (why) => {
    const client = "203.0.113.77";
    const person = await aPerson();
    const { api_key: key } = await make(why === "network" ? { networks: ["198.51.100.0/24"] } : {}, person);
    const path = why === "network" ? "/v1/jobs" : "/v1/reserve";
    const ask = async () => (await call(path, { key, client, ...(why === "scope" ? { json: {} } : {}) })).status;
    const statuses: number[] = [];
    for (let at = 0; at < env.RATE_PUBLIC_PER_MIN + 2; at += 1) statuses.push(await ask());
    expect([...new Set(statuses.slice(0, -2))]).toEqual([403]);
    expect(statuses.slice(-2)).toEqual([429, 429]);
    expect((await call("/v1/jobs", { key: person.apiKey, client })).status).toBe(200);
    expect((await call("/v1/jobs", { key: "mr_guess", client })).status).toBe(401);
  },
);

test("a key may have spending limits, which the list shows with the amounts spent; never with billing", async () => {
  const limited = await make({ scopes: ["read", "tasks"], day_limit_dollars: 12.5, total_limit_dollars: 1_000_000 });
  expect(limited.key).toMatchObject({
    ...{ day_limit_dollars: 12.5, total_limit_dollars: 1_000_000, day_spent_dollars: 0, total_spent_dollars: 0 },
  });
  expect((await make()).key).toMatchObject({ day_limit_dollars: null, total_limit_dollars: null });
  const refused = async (json: object) => {
    const answer = await call("/v1/api-keys", { key: customer.apiKey, json: { name: "n", scopes: ["read"], ...json } });
    return [answer.status, (await read(answer))["fields"]];
  };
  for (const amount of [0, 0.99, -5, 1_000_000.01, 2.345]) {
    expect(await refused({ day_limit_dollars: amount })).toEqual([422, { day_limit_dollars: M.wrongKeyLimit }]);
    expect(await refused({ total_limit_dollars: amount })).toEqual([422, { total_limit_dollars: M.wrongKeyLimit }]);
  }
  expect(await refused({ scopes: ["read", "billing"], total_limit_dollars: 5 })).toEqual([
    422,
    { scopes: M.limitWithBilling },
  ]);
});
