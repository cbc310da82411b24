import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { revokeSource, rotateSource } from "~/usage/inside/intake/change-source.server";
import { makeSource } from "~/usage/inside/intake/make-source.server";
import { readSources } from "~/usage/inside/intake/read-sources.server";
import { aTenant, type TenantInWorld } from "../../support/world";
import { aServiceKey, anEvent, send } from "./support/sending";

let admin: TenantInWorld;
let user: TenantInWorld;
const act = (now = new Date()) => ({ actorId: admin.userId, requestId: "r-1", now });
const row = async (id: number, now = new Date()) => (await readSources({ now })).find((source) => source.id === id);

beforeAll(async () => {
  admin = await aTenant({ role: "admin" });
  user = await aTenant();
});

test("a key is created, rotated with a day in which both work, and revoked; keys of events stay unique throughout", async () => {
  const { sourceId, key } = await makeSource({ ...act(), name: " gateway " });
  const event = anEvent(user);
  expect((await send(key, [event])).body).toMatchObject({ accepted: 1 });
  const next = await rotateSource({ ...act(), sourceId });
  expect((await send(next, [event])).body).toMatchObject({ duplicates: 1 });
  expect((await send(key, [anEvent(user)])).body).toMatchObject({ accepted: 1 });
  expect(await row(sourceId)).toMatchObject({
    name: "gateway",
    keys: [{ endsTs: null }, { endsTs: expect.any(Number) }],
  });

  await db.query(
    `update api_key set revoked_at = now() - interval '1 s' where source_id = $1 and revoked_at is not null`,
    [sourceId],
  );
  expect((await send(key, [anEvent(user)])).status).toBe(401);
  await revokeSource({ ...act(), sourceId });
  expect((await send(next, [anEvent(user)])).status).toBe(401);
  expect(await row(sourceId, new Date(Date.now() + 1_000))).toMatchObject({ keys: [], accepted: 2, duplicates: 1 });
  await expect(rotateSource({ ...act(), sourceId })).rejects.toMatchObject({ details: { status: 404 } });
  await expect(makeSource({ ...act(), name: "  " })).rejects.toMatchObject({
    message: "A name of 1 to 100 characters is required.",
  });

  const audit = await db.query<{ action: string }>(`select action from audit_row where target = $1 order by id`, [
    `usage-source:${sourceId}`,
  ]);
  expect(audit.map(({ action }) => action)).toEqual([
    "usage-source.make",
    "usage-source.rotate",
    "usage-source.revoke",
  ]);
  const [told] = await db.query(`select from audit_row where after::text like '%' || $1 || '%'`, [key.slice(4)]);
  expect(told).toBeUndefined();
});

test.each([
  ["is suspended", `update user_account set state = 'suspended' where id = $1`],
  ["is no admin any more", `update user_account set role = 'customer' where id = $1`],
])("a key whose maker %s is refused, and its source says so until it has a new one", async (_, leaves) => {
  const { userId } = await aTenant({ role: "admin" });
  const { sourceId, key } = await makeSource({ ...act(), actorId: userId, name: "of a leaver" });
  expect((await send(key, [anEvent(user)])).status).toBe(200);
  expect(await row(sourceId)).toMatchObject({ keys: [{ isRefused: false }] });
  await db.query(leaves, [userId]);
  expect((await send(key, [anEvent(user)])).status).toBe(403);
  expect(await row(sourceId)).toMatchObject({ keys: [{ isRefused: true }] });
  const next = await rotateSource({ ...act(), sourceId });
  expect((await send(next, [anEvent(user)])).status).toBe(200);
  expect(await row(sourceId)).toMatchObject({ keys: [{ isRefused: false }, { isRefused: true }] });
});

test("of replaced keys only the last one works on, until its day is over", async () => {
  const { sourceId, key: first } = await makeSource({ ...act(), name: "rotated twice" });
  const second = await rotateSource({ ...act(), sourceId });
  const third = await rotateSource({ ...act(), sourceId });
  const statuses = async () =>
    await Promise.all([first, second, third].map(async (key) => (await send(key, [anEvent(user)])).status));
  expect(await statuses()).toEqual([401, 200, 200]);
  const { keys } = (await row(sourceId)) ?? { keys: [] };
  expect(keys.map(({ masked }) => masked.slice(-4))).toEqual([third, second].map((key) => key.slice(-4)));
  const [told] = await db.query<{ after: object }>(
    `select after from audit_row where target = $1 and action = 'usage-source.rotate' order by id desc limit 1`,
    [`usage-source:${sourceId}`],
  );
  expect(told?.after).toMatchObject({ ended_now: 1 });
});

test("an older service key gets a source at its first use, an admin's own keys one for all of them", async () => {
  const key = await aServiceKey(admin);
  await Promise.all([1, 2, 3, 4].map(() => send(key, [anEvent(user)])));
  const sources = await db.query<{ name: string }>(
    `select s.name from usage_source s join api_key k on k.source_id = s.id where k.last4 = $1`,
    [key.slice(-4)],
  );
  expect(sources).toEqual([{ name: `Service key …${key.slice(-4)}` }]);
  await Promise.all([1, 2, 3, 4].map(() => send(admin.apiKey, [anEvent(user)])));
  expect(await db.query(`select name from usage_source where user_id = $1`, [admin.userId])).toEqual([
    { name: admin.email },
  ]);
});

test("the migration gives each older service key a source, and leaves the others unchanged", async () => {
  const key = await aServiceKey(admin);
  const before = await db.query<{ count: number }>(`select count(*)::int as count from usage_source`);
  const script = readFileSync("prisma/migrations/20261122251000_usage_sources/migration.sql", "utf8");
  await db.query(script.slice(0, script.indexOf("-- Open holds")));
  await db.query(script.slice(0, script.indexOf("-- Open holds")));
  const after = await db.query<{ count: number }>(`select count(*)::int as count from usage_source`);
  expect((after[0]?.count ?? 0) - (before[0]?.count ?? 0)).toBe(1);
  const [own] = await db.query(
    `select s.name, s.created_by as "createdBy" from usage_source s join api_key k on k.source_id = s.id where k.last4 = $1`,
    [key.slice(-4)],
  );
  expect(own).toEqual({ name: `Service key …${key.slice(-4)}`, createdBy: admin.userId });
  const others = await db.query(`select from api_key where scope <> 'usage' and source_id is not null`);
  expect(others).toEqual([]);
});

test("the ingestion screen shows the intake: last event, rate, lag, counts, reasons with their ten newest samples", async () => {
  const { sourceId, key } = await makeSource({ ...act(), name: "counted" });
  const ts = Math.floor(Date.now() / 1000) - 30;
  await send(key, [
    anEvent(user, { ts }),
    anEvent(user, { ts: ts - 60 }),
    anEvent("nobody@test.example", { key: "first" }),
  ]);
  const many = Array.from({ length: 12 }, (_, at) =>
    anEvent("nobody@test.example", { key: `n-${at}`, messages: "SECRET prompt", response: { text: "SECRET" } }),
  );
  await send(key, [...many, anEvent(user, { kind: "SECRET\u0000 kind" })]);
  const source = await row(sourceId);
  expect(source).toMatchObject({
    requests: 2,
    accepted: 2,
    duplicates: 0,
    rejected: 14,
    perSecond: 2 / 300,
    lastEventTs: ts,
  });
  expect(source?.meanLagMs).toBeGreaterThanOrEqual(60_000);
  expect(source?.reasons.map(({ reason, events }) => [reason, events]).sort()).toEqual([
    ["No user with this email.", 13],
    ["kind must be chat, agent or completion.", 1],
  ]);
  const unknown = source?.reasons.find(({ events }) => events === 13);
  expect(unknown?.samples.map((sample) => sample.key)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((at) => `n-${at}`));
  expect(unknown?.samples[0]).toMatchObject({ index: 11, event: { user: "nobody@test.example", kind: "chat" } });
  expect(JSON.stringify(unknown)).not.toContain("SECRET");
  expect(JSON.stringify(source)).not.toContain(key);
});
