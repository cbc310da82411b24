import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { handOver } from "~/accounts/inside/teams/hand-over.server";
import { closeAccount } from "~/staff/inside/close-account.server";
import { env } from "~/platform/env.server";
import { MODELS_MAX } from "~/usage/inside/intake/write-events.server";
import { countRequest } from "~/platform/http/rate-limit.server";
import { call, read } from "../../contract/support/call";
import { aMember } from "../../support/team-world";
import { aTenant, type TenantInWorld } from "../../support/world";
import { aServiceKey, anEvent, meterOf, send, storedOf } from "./support/sending";

let admin: TenantInWorld;
let user: TenantInWorld;
let key: string;

beforeAll(async () => {
  admin = await aTenant({ role: "admin" });
  user = await aTenant();
  key = await aServiceKey(admin);
});

test("57: of 1000 events with 10 repeated keys and 1 unknown user 989 are stored", async () => {
  const tenant = await aTenant();
  const good = Array.from({ length: 989 }, () => anEvent(tenant));
  const events = [...good, ...good.slice(0, 10), anEvent("nobody@test.example", { key: "e-unknown" })];
  const { status, body } = await send(key, events);
  expect([status, body]).toEqual([
    200,
    {
      retcode: "OK",
      accepted: 989,
      duplicates: 10,
      rejected: [{ index: 999, key: "e-unknown", human_readable_message: "No user with this email." }],
    },
  ]);
  expect(await storedOf(tenant.tenantId)).toEqual({ events: 989, coins: 989 * 50 });
  expect(await meterOf(tenant.tenantId)).toEqual({ unposted: 989 * 50, monthCoins: 989 * 50 });

  const again = await send(key, events);
  expect(again.body).toMatchObject({ retcode: "OK", accepted: 0, duplicates: 999 });
  expect(await storedOf(tenant.tenantId)).toEqual({ events: 989, coins: 989 * 50 });
  expect(await meterOf(tenant.tenantId)).toEqual({ unposted: 989 * 50, monthCoins: 989 * 50 });
});

test("57: 1001 events are 413, an empty list is 422, and nothing is stored", async () => {
  const many = await send(
    key,
    Array.from({ length: 1001 }, () => anEvent(user)),
  );
  expect([many.status, many.body]).toMatchObject([413, { human_readable_message: "The request is too large." }]);
  const none = await send(key, []);
  expect([none.status, none.body]).toMatchObject([
    422,
    { human_readable_message: "events must be a list of 1 to 1000 events." },
  ]);
  expect(await storedOf(user.tenantId)).toEqual({ events: 0, coins: 0 });
});

test("57: a key that is reused with other content is rejected, in its batch and later", async () => {
  const tenant = await aTenant();
  const event = anEvent(tenant, { key: "twice" });
  const inOne = await send(key, [event, { ...event, coins: 51 }, { ...event, calls: 1, completed: true }]);
  const rejected = [{ index: 1, key: "twice", human_readable_message: "This key was used for another event." }];
  expect(inOne.body).toEqual({ retcode: "OK", accepted: 1, duplicates: 1, rejected });
  const later = await send(key, [{ ...event, coins: 52 }]);
  expect([later.status, later.body]).toMatchObject([422, { retcode: "ERROR", accepted: 0, duplicates: 0 }]);
  expect(await storedOf(tenant.tenantId)).toEqual({ events: 1, coins: 50 });
});

test("a fully rejected batch is 422 with the same members, ERROR and a message", async () => {
  const { status, body } = await send(key, [anEvent("nobody@test.example", { key: "r-1" }), 7]);
  expect([status, body]).toEqual([
    422,
    {
      retcode: "ERROR",
      human_readable_message: "No event was accepted.",
      accepted: 0,
      duplicates: 0,
      rejected: [
        { index: 0, key: "r-1", human_readable_message: "No user with this email." },
        { index: 1, key: "", human_readable_message: "The event must be an object." },
      ],
    },
  ]);
});

test("a tenant's name is its owner; events of suspended users are stored, of closed ones rejected", async () => {
  const [named, suspended, closed] = [await aTenant(), await aTenant(), await aTenant()];
  await db.query(`update user_account set state = 'suspended' where id = $1`, [suspended.userId]);
  await db.query(`update user_account set state = 'closed' where id = $1`, [closed.userId]);
  const { body } = await send(key, [
    anEvent(named.tenantName),
    anEvent(suspended),
    anEvent(closed),
    anEvent(closed.tenantName),
    anEvent(named.email.toUpperCase()),
  ]);
  expect(body).toMatchObject({ accepted: 3, rejected: [{ index: 2 }, { index: 3 }] });
  const rows = await db.query(`select distinct user_id, tenant_id from usage_event where tenant_id = $1`, [
    named.tenantId,
  ]);
  expect(rows).toEqual([{ user_id: named.userId, tenant_id: named.tenantId }]);
});

test("a team that was handed over pays for the events and holds that name it, as before", async () => {
  const { tenantId, tenantName, userId } = await aTenant();
  const next = await aMember({ tenantId, role: "member" });
  await handOver({ tenantId, userId, memberId: next.userId, requestId: "test", now: new Date() });
  expect((await send(key, [anEvent(tenantName, { prompt_tokens: 7 })])).body).toMatchObject({ accepted: 1 });
  expect(await storedOf(tenantId)).toEqual({ events: 1, coins: 50 });
  expect(await db.query(`select user_id from usage_event where tenant_id = $1`, [tenantId])).toEqual([
    { user_id: next.userId },
  ]);
  const hold = await call("/v1/usage/holds", { key, json: { user: tenantName, coins: 5 } });
  expect(hold.status).toBe(201);
});

test("tenants at or below 0 coins are named in a header, others are not", async () => {
  const [poor, rich] = [await aTenant(), await aTenant()];
  await db.query(
    `insert into ledger_account (tenant_id, kind, unit, balance) values ($1, 'coins', 'coin', 100) on conflict (tenant_id, kind) do update set balance = 100`,
    [rich.tenantId],
  );
  const first = await send(key, [anEvent(poor), anEvent(rich, { coins: 99 })]);
  expect(first.headers.get("X-Coins-Low")).toBe(poor.tenantName);
  const second = await send(key, [anEvent(rich, { coins: 1 })]);
  expect(second.headers.get("X-Coins-Low")).toBe(rich.tenantName);
});

test("a former address names its user until somebody else has it: a change does not make calls free", async () => {
  const [tenant, other] = [await aTenant(), await aTenant()];
  const { email, userId } = tenant;
  await db.query(`update user_account set email = 'moved@test.example' where id = $1`, [userId]);
  await db.query(
    `insert into email_change (user_id, old_email, new_email, state, confirm_hash, back_hash, asked_at, confirm_until, changed_at, back_until, ended_at)
     values ($1, $2, 'moved@test.example', 'changed', 'one', 'one', now(), now(), now(), now(), null),
       ($1, 'stopped@test.example', 'moved@test.example', 'stopped', 'two', 'two', now(), now(), null, null, now())`,
    [userId, email],
  );
  const events = [anEvent(email), anEvent("stopped@test.example")];
  expect((await send(key, events)).body).toMatchObject({ accepted: 1, rejected: [{ index: 1 }] });
  await db.query(`update user_account set email = $2 where id = $1`, [other.userId, email]);
  expect((await send(key, [anEvent(email)])).body).toMatchObject({ accepted: 1 });
  for (const { tenantId } of [tenant, other]) expect(await storedOf(tenantId)).toMatchObject({ events: 1 });
  const ids = [userId, other.userId];
  await db.query(`update user_account set state = 'closed', email = null where id = any($1)`, [ids]);
  expect((await send(key, [anEvent(email)])).body).toMatchObject({ rejected: [{ index: 0 }] });
});

test("a former address whose next user closed the account names nobody: the one before does not pay for them", async () => {
  const [before, next] = [await aTenant(), await aTenant({ dollars: 0 })];
  await db.query(
    `insert into email_change (user_id, old_email, new_email, state, confirm_hash, back_hash, asked_at, confirm_until, changed_at, back_until, ended_at)
     values ($1, $2, $3, 'changed', 'of-next', 'of-next', now(), now(), now(), now() - interval '1 day', null)`,
    [before.userId, next.email, before.email],
  );
  const { userId: actorId } = await aTenant({ role: "admin", dollars: 0 });
  await closeAccount({ actorId, userId: next.userId, requestId: "", now: new Date() });
  expect((await send(key, [anEvent(next.email)])).body).toMatchObject({ rejected: [{ index: 0 }] });
});

test("nor does it once that next user has changed it too: only who had it after them pays", async () => {
  const [before, next, after] = [await aTenant(), await aTenant({ dollars: 0 }), await aTenant()];
  for (const [at, { userId }] of [before, next, next, after].entries())
    await db.query(
      `insert into email_change (user_id, old_email, new_email, state, confirm_hash, back_hash, asked_at, confirm_until, changed_at, back_until)
       values ($1, $2, 'else@test.example', 'changed', 'both' || $3, 'both' || $3, now(), now(), now(), now() - interval '1 day')`,
      [userId, at < 2 ? "first@test.example" : "second@test.example", at],
    );
  const { userId: actorId } = await aTenant({ role: "admin", dollars: 0 });
  await closeAccount({ actorId, userId: next.userId, requestId: "", now: new Date() });
  const events = [anEvent("first@test.example"), anEvent("second@test.example")];
  expect((await send(key, events)).body).toMatchObject({ accepted: 1, rejected: [{ index: 0 }] });
  expect(await storedOf(after.tenantId)).toMatchObject({ events: 1 });
});

test("a retry of a stored event is a duplicate, even if the event is too old by now or its user has changed address", async () => {
  const tenant = await aTenant();
  const event = anEvent(tenant, { ts: Math.floor(Date.now() / 1000) - 7 * 86_400 + 2 });
  expect((await send(key, [event])).body).toMatchObject({ accepted: 1 });
  await db.query(`update user_account set email = 'renamed@test.example' where id = $1`, [tenant.userId]);
  expect((await send(key, [event])).body).toMatchObject({ retcode: "OK", duplicates: 1, rejected: [] });
  expect((await send(key, [{ ...event, coins: 1 }])).body).toMatchObject({
    rejected: [{ human_readable_message: "No user with this email." }],
  });
});

test("a failed call without tokens brings no new model name: callers could use up all of them", async () => {
  const tenant = await aTenant();
  const failed = { completed: false, prompt_tokens: 0, generated_tokens: 0 };
  const named = (model: string, more: object = {}) => anEvent(tenant, { model, ...more });
  const events = [named("made-up", failed), named("partly", { ...failed, prompt_tokens: 1 }), named("real")];
  expect((await send(key, [...events, named("real", failed)])).body).toMatchObject({ accepted: 4 });
  const models = await db.query(
    `select m.name, count(*)::int as events from usage_event e join usage_model m on m.id = e.model_id
     where e.tenant_id = $1 group by 1 order by 1`,
    [tenant.tenantId],
  );
  expect(models).toEqual([
    { name: "others", events: 1 },
    { name: "partly", events: 1 },
    { name: "real", events: 2 },
  ]);
});

test("after 1,000 model names further ones count as others, and every event counts", async () => {
  const tenant = await aTenant();
  const named = (from: number) =>
    Array.from({ length: 700 }, (_, place) => anEvent(tenant, { model: `flood-${from + place}` }));
  for (const from of [0, 700]) expect((await send(key, named(from))).body).toMatchObject({ accepted: 700 });
  const [known] = await db.query<{ models: number }>(`select count(*)::int as models from usage_model`);
  expect(known?.models).toBe(MODELS_MAX + 1);
  const [others] = await db.query<{ events: number }>(
    `select count(*)::int as events from usage_event e join usage_model m on m.id = e.model_id
     where m.name = 'others' and e.tenant_id = $1`,
    [tenant.tenantId],
  );
  expect(others?.events).toBeGreaterThan(390);
  expect(await storedOf(tenant.tenantId)).toMatchObject({ events: 1400 });
});

test("?validate=1 answers the same and stores nothing", async () => {
  const tenant = await aTenant();
  const events = [
    anEvent(tenant, { key: "v-1" }),
    anEvent(tenant, { key: "v-1", coins: 7 }),
    anEvent(tenant, { kind: "talk" }),
  ];
  const { status, body } = await send(key, events, { path: "/v1/usage?validate=1" });
  expect([status, body]).toMatchObject([200, { accepted: 1, rejected: [{ index: 1 }, { index: 2 }] }]);
  expect(await storedOf(tenant.tenantId)).toEqual({ events: 0, coins: 0 });
  const [noted] = await db.query(`select from usage_key where key = 'v-1'`);
  expect(noted).toBeUndefined();
  expect((await send(key, events.slice(0, 1))).body).toMatchObject({ accepted: 1 });
});

test("gzip is inflated, and never beyond the limit", async () => {
  const headers = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
  const tenant = await aTenant();
  const sent = (body: Buffer) => call("/v1/usage", { key, headers, method: "POST", body: new Uint8Array(body) });
  const good = await sent(gzipSync(JSON.stringify({ events: [anEvent(tenant)] })));
  expect(await read(good)).toMatchObject({ accepted: 1 });
  expect((await sent(gzipSync(Buffer.alloc(64 * 1024 * 1024, 32)))).status).toBe(413);
  expect((await sent(Buffer.from("no gzip"))).status).toBe(400);
  expect((await sent(gzipSync(JSON.stringify({ events: [anEvent(tenant)] })).subarray(0, 40))).status).toBe(400);
  const deflate = { "Content-Type": "application/json", "Content-Encoding": "br" };
  expect((await call("/v1/usage", { key, headers: deflate, method: "POST", body: "{}" })).status).toBe(415);
});

test("a truncated body, and one of another type or size, is refused completely", async () => {
  const tenant = await aTenant();
  const whole = JSON.stringify({ events: [anEvent(tenant), anEvent(tenant)] });
  const json = { "Content-Type": "application/json" };
  const sent = async (body: string, headers: Record<string, string>) =>
    (await call("/v1/usage", { key, headers, method: "POST", body })).status;
  expect(await sent(whole.slice(0, -20), json)).toBe(400);
  expect(await sent(whole, { "Content-Type": "text/plain" })).toBe(415);
  expect(await sent(JSON.stringify({ events: [], pad: "x".repeat(2 * 1024 * 1024) }), json)).toBe(413);
  expect(await storedOf(tenant.tenantId)).toEqual({ events: 0, coins: 0 });
});

test("of lines whose first and last are broken, the others are stored once and the broken ones are named", async () => {
  const tenant = await aTenant();
  const [first, middle, last] = [anEvent(tenant), anEvent(tenant), anEvent(tenant)].map((event) =>
    JSON.stringify(event),
  );
  const media = { "Content-Type": "application/x-ndjson" };
  const sent = async (lines: unknown[]) =>
    await read(await call("/v1/usage", { key, headers: media, method: "POST", body: lines.join("\n") }));
  const broken = (index: number) => ({ index, key: "", human_readable_message: "The line is not JSON." });
  expect(await sent([first?.slice(9), middle, last?.slice(0, -9)])).toMatchObject({
    accepted: 1,
    rejected: [broken(0), broken(2)],
  });
  expect(await sent([first, middle, last])).toMatchObject({ accepted: 2, duplicates: 1, rejected: [] });
  expect(await storedOf(tenant.tenantId)).toMatchObject({ events: 3 });
});

test("only a line that is not UTF-8 is refused; a list that contains one is refused as a whole", async () => {
  const tenant = await aTenant();
  const [one, other] = [JSON.stringify(anEvent(tenant)), JSON.stringify(anEvent(tenant))];
  const sent = async (text: string) =>
    await call("/v1/usage", {
      ...{ key, method: "POST", body: new Uint8Array(Buffer.from(text, "latin1")) },
      headers: { "Content-Type": "application/json" },
    });
  expect((await sent(`[\n${one},\n${other.replace("code-7b", "\xff")}\n]`)).status).toBe(400);
  expect(await read(await sent(`${one}\n${other.replace("code-7b", "\xff")}\n`))).toMatchObject({
    accepted: 1,
    rejected: [{ index: 1, human_readable_message: "The line is not JSON." }],
  });
});

test("an empty body, another media type, charset or encoding is refused with what to send instead", async () => {
  const sent = async (headers: Record<string, string>, body?: BodyInit) => {
    const response = await call("/v1/usage", { key, headers, method: "POST", body });
    return [response.status, (await read(response))["human_readable_message"]];
  };
  const json = { "Content-Type": "application/json" };
  const empty = [400, 'The body is empty. Send {"events": [...]} with 1 to 1000 events.'];
  expect(await sent({})).toEqual(empty);
  expect(await sent(json)).toEqual(empty);
  expect(await sent({ ...json, "Content-Encoding": "gzip" }, new Uint8Array(gzipSync("")))).toEqual(empty);
  const media = [
    415,
    "Send JSON in UTF-8, as application/json, application/cloudevents+json, application/cloudevents-batch+json or application/x-ndjson.",
  ];
  const whole = JSON.stringify({ events: [anEvent(user)] });
  expect(await sent({ "Content-Type": "application/x-www-form-urlencoded" }, "events=1")).toEqual(media);
  expect(await sent({}, whole)).toEqual(media);
  for (const charset of ["utf-16", '"UTF-16LE"', "iso-8859-1"]) {
    const type = `application/json; charset=${charset}`;
    expect(await sent({ "Content-Type": type }, whole)).toEqual(media);
    expect(await sent({ "Content-Type": type }, new Uint8Array(Buffer.from(whole, "utf16le")))).toEqual(media);
  }
  const encoding = [415, "Content-Encoding may be gzip, or left out."];
  expect(await sent({ ...json, "Content-Encoding": "br" }, whole)).toEqual(encoding);
  for (const type of ["application/json;charset=utf-8", 'application/json; charset="UTF-8"', "Application/JSON"])
    expect((await sent({ "Content-Type": type }, JSON.stringify({ events: [anEvent(user)] })))[0]).toBe(200);
});

test("1,200 requests a minute and key; the next is 429 with Retry-After, another key continues", async () => {
  const other = await aServiceKey(admin);
  const [counted] = await db.query<{ id: number }>(`select id from api_key where last4 = $1`, [other.slice(-4)]);
  expect(env.RATE_USAGE_PER_MIN).toBe(1_200);
  for (let at = 1; at < env.RATE_USAGE_PER_MIN; at += 1) await countRequest("usage", String(counted?.id));
  expect((await send(other, [anEvent(user)])).status).toBe(200);
  const { status, headers } = await send(other, [anEvent(user)]);
  expect(status).toBe(429);
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await send(key, [anEvent(user)])).status).toBe(200);
});

test("keys of customers and workspaces, and unknown ones, open nothing here", async () => {
  expect((await send(user.apiKey, [anEvent(user)])).status).toBe(403);
  expect((await send("mr_wrong", [anEvent(user)])).status).toBe(401);
});
