import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { revokeKey, rotateKey } from "~/accounts/inside/api-keys/change-key.server";
import { createKey, makeNamedKey, MOST_KEYS } from "~/accounts/inside/api-keys/create-key.server";
import { findApiKey } from "~/accounts/find-api-key.server";
import type { KeyFields } from "~/accounts/inside/api-keys/key-fields";
import { listKeys } from "~/accounts/list-keys.server";
import { pruneKeys } from "~/accounts/prune-keys.server";
import { warnOfEnds } from "~/accounts/warn-of-ends.server";
import { M } from "~/messages";
import { Refusal } from "~/platform/refusal";
import { env } from "~/platform/env.server";
import { log } from "~/platform/http/log.server";
import { call } from "../../contract/support/call";
import { aRunningTask } from "../../money/database/billing/running-task";
import { aTenant, theCatalogue, type TenantInWorld } from "../../support/world";

const START = new Date("2024-01-31T10:00:00Z");
const days = (count: number) => new Date(START.getTime() + count * 86_400_000);

let person: TenantInWorld;

beforeEach(async () => {
  person = await aTenant();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const make = (given: Partial<KeyFields> = {}, now = START) =>
  transaction((tx) =>
    createKey(tx, {
      ...{ ...person, requestId: "test", now },
      key: { name: "nightly", scopes: ["read"], networks: [], expiresAt: days(90), ...given },
    }),
  );
const endOf = async (key: string, now: Date) => (await findApiKey({ key, now }))?.ended?.why ?? null;
const stateAt = async (now: Date) => (await listKeys({ ...person, now })).find(({ own }) => !own)?.state;
const mails = async () =>
  await db.query<{ subject: string; text: string }>(
    `select subject, text from mail where to_address = $1 order by id`,
    [person.email],
  );

test("a key works until its end, and is listed for 30 days after it", async () => {
  const { key } = await make();
  expect([await endOf(key, days(89.99)), await endOf(key, days(90))]).toEqual([null, "expired"]);
  expect([await stateAt(days(89.99)), await stateAt(days(90)), await stateAt(days(119))]).toEqual([
    "valid",
    "expired",
    "expired",
  ]);
  expect(await stateAt(days(120))).toBe(undefined);
});

test("a rotated key works until the overlap ends, and its successor gets the same lifetime; a revoked key stops at once", async () => {
  const { id, key } = await make();
  const rotated = await rotateKey({ ...person, requestId: "test", now: days(80), id, overlapHours: 24 });
  expect([await endOf(key, days(80.9)), await endOf(key, days(81))]).toEqual([null, "revoked"]);
  expect([await endOf(rotated.key, days(169)), await endOf(rotated.key, days(170))]).toEqual([null, "expired"]);
  await revokeKey({ ...person, requestId: "test", now: days(80.5), id });
  expect(await endOf(key, days(80.5))).toBe("revoked");
  const again = revokeKey({ ...person, requestId: "test", now: days(82), id });
  await expect(again).rejects.toThrow("No such API key. It may have been revoked.");
});

test("the old key of a rotation keeps an end that is earlier than the overlap's", async () => {
  const { id, key } = await make({ expiresAt: days(2) });
  const rotated = await rotateKey({ ...person, requestId: "test", now: days(1.5), id, overlapHours: 24 });
  expect(rotated.oldEndsAt).toEqual(days(2));
  expect([await endOf(key, days(1.9)), await endOf(key, days(2))]).toEqual([null, "revoked"]);
  expect((await mails()).at(-1)?.text).toContain("The old one works until 02.02.2024 10:00 UTC.");
});

test("a replaced key counts as one of the 25 while it works: its overlap needs room, or it ends at once", async () => {
  const { id } = await make();
  for (let made = 1; made < MOST_KEYS; made += 1) await make();
  const rotate = (overlapHours: number) => rotateKey({ ...person, requestId: "test", now: days(1), id, overlapHours });
  await expect(rotate(24)).rejects.toThrow(M.tooManyApiKeys);
  const replaced = await rotate(0);
  await expect(make({}, days(1))).rejects.toThrow(M.tooManyApiKeys);
  const { id: spare } = replaced;
  await revokeKey({ ...person, requestId: "test", now: days(1), id: spare });
  await make({}, days(1));
});

test("ended named keys are removed after 90 days, others stay", async () => {
  const { id: revoked } = await make({ expiresAt: null });
  const { id: expired } = await make({ expiresAt: days(10) });
  const { id: endless } = await make({ expiresAt: null });
  await revokeKey({ ...person, requestId: "test", now: days(1), id: revoked });
  const kept = async (now: Date) => {
    await pruneKeys({ now });
    const rows = await db.query<{ id: number }>(
      `select id from api_key where tenant_id = $1 and scope = 'named' order by id`,
      [person.tenantId],
    );
    return rows.map(({ id }) => id);
  };
  expect(await kept(days(90.9))).toEqual([revoked, expired, endless]);
  expect(await kept(days(91))).toEqual([expired, endless]);
  expect(await kept(days(100))).toEqual([endless]);
  const [own] = await db.query(`select from api_key where tenant_id = $1 and scope = 'full'`, [person.tenantId]);
  expect(own).toBeDefined();
});

test("of two concurrent rotations of a key, one succeeds", async () => {
  const { id } = await make();
  const rotate = () => rotateKey({ ...person, requestId: "test", now: days(1), id, overlapHours: 0 });
  const both = await Promise.allSettled([rotate(), rotate()]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const lost = both.find((one) => one.status === "rejected");
  expect(lost?.reason).toBeInstanceOf(Refusal);
});

test("its creator gets a mail about a created, rotated or revoked key, without the key; the audit records it", async () => {
  const { id, key } = await make({ networks: ["203.0.113.0/24"] });
  const rotated = await rotateKey({ ...person, requestId: "test", now: days(1), id, overlapHours: 1 });
  await revokeKey({ ...person, requestId: "test", now: days(2), id: rotated.id });
  const told = await mails();
  expect(told.map(({ subject }) => subject)).toEqual([
    "A new API key was created for your Millrace account",
    "An API key of your Millrace account was replaced",
    "An API key of your Millrace account was revoked",
  ]);
  expect(told[0]?.text).toContain("From: 203.0.113.0/24");
  expect(told[1]?.text).toContain("The old one works until 01.02.2024 11:00 UTC.");
  const rows = await db.query<{ action: string; row: string }>(
    `select action, audit_row::text as row from audit_row where user_id = $1 order by id`,
    [person.userId],
  );
  expect(rows.map(({ action }) => action)).toEqual(["api-key.make", "api-key.rotate", "api-key.revoke"]);
  const written = JSON.stringify([told, rows]);
  for (const secret of [key, rotated.key]) expect(written).not.toContain(secret.slice(3, 20));
});

test("a user with an unconfirmed address cannot create or rotate a key, and gets no mail, even about a revoked key", async () => {
  const { id } = await make();
  await db.query(`update user_account set state = 'unverified' where id = $1`, [person.userId]);
  const before = (await mails()).length;
  const key = { name: "Buy at example.com", scopes: ["read" as const], networks: [], expiresAt: null };
  const act = { ...person, requestId: "test", now: START };
  await expect(makeNamedKey({ ...act, key })).rejects.toThrow(M.confirmEmailFirst);
  await expect(rotateKey({ ...act, id, overlapHours: 0 })).rejects.toThrow(M.confirmEmailFirst);
  await revokeKey({ ...act, id });
  expect((await mails()).length).toBe(before);
});

test("a tenant has an hourly limit of key changes; revoking counts towards it but is never refused", async () => {
  const act = { ...person, requestId: "test", now: START };
  const key = { name: "many", scopes: ["read" as const], networks: [], expiresAt: null };
  let { id } = await makeNamedKey({ ...act, key });
  const { id: spare } = await makeNamedKey({ ...act, key });
  await revokeKey({ ...act, id: spare });
  for (let done = 3; done < env.RATE_API_KEYS_PER_HOUR; done += 1)
    ({ id } = await rotateKey({ ...act, id, overlapHours: 0 }));
  const tooMany = expect.objectContaining({ details: expect.objectContaining({ status: 429 }) as object }) as Error;
  await expect(rotateKey({ ...act, id, overlapHours: 0 })).rejects.toEqual(tooMany);
  await expect(makeNamedKey({ ...act, key })).rejects.toEqual(tooMany);
  expect(await revokeKey({ ...act, id })).toEqual({ name: "many" });
});

test("its creator gets one mail a week before its end; none for a short, endless or revoked key", async () => {
  await make();
  await make({ name: "short", expiresAt: days(8) });
  await make({ name: "endless", expiresAt: null });
  const { id } = await make({ name: "gone" });
  await revokeKey({ ...person, requestId: "test", now: days(1), id });
  const before = (await mails()).length;
  for (const day of [2, 82.9, 83, 84, 90, 91]) await warnOfEnds({ now: days(day) });
  const warned = (await mails()).slice(before);
  expect(warned.map(({ subject }) => subject)).toEqual(["An API key of your Millrace account expires on 2024-04-30"]);
  expect(warned[0]?.text).toContain("Name: nightly");
});

test("only the hash of a named key is stored", async () => {
  const { key } = await make();
  const [row] = await db.query<{ row: string; encrypted: string | null }>(
    `select encrypted, api_key::text as row from api_key where tenant_id = $1 and scope = 'named'`,
    [person.tenantId],
  );
  expect(row?.encrypted).toBe(null);
  expect(row?.row).not.toContain(key.slice(3, 20));
});

test("no line of the log contains a key, whatever the answer", async () => {
  const lines: unknown[] = [];
  for (const level of ["trace", "debug", "info", "warn", "error", "fatal"] as const)
    vi.spyOn(log, level).mockImplementation((...line: unknown[]) => void lines.push(...line));
  const { key } = await make({ expiresAt: null });
  const statuses = [
    (await call("/v1/money", { key })).status,
    (await call("/v1/reserve", { key, json: { task_name: key } })).status,
    (await call("/v1/money", { key: `${key.slice(0, -1)}?` })).status,
  ];
  vi.spyOn(db, "query").mockRejectedValue(new Error("the database broke"));
  statuses.push((await call("/v1/tasks/7b1f0a52-3c5e-4a55-9d0e-0b7c1f2a9e10", { key })).status);
  expect(statuses).toEqual([200, 403, 401, 500]);
  expect(lines.length).toBeGreaterThan(0);
  expect(JSON.stringify(lines, errorsToo)).not.toContain(key.slice(3, 40));
});

function errorsToo(_name: string, value: unknown): unknown {
  return value instanceof Error ? `${value.message} ${value.stack}` : value;
}

test("a key's mails name its limits, and its line goes once no key, task or volume needs its limits", async () => {
  const { id } = await make({ dayCents: 1_250, totalCents: 100_000 });
  expect((await mails())[0]?.text).toContain("Spending limit: $12.50 a day, $1,000.00 in total");
  const [{ line } = { line: 0 }] = await db.query<{ line: number }>(
    `select line_id as line from api_key where id = $1`,
    [id],
  );
  const isKept = async (now: Date) => {
    await pruneKeys({ now });
    return (await db.query(`select from key_line where id = $1`, [line])).length === 1;
  };
  await theCatalogue();
  const { resvGuid } = await aRunningTask({ tenantId: person.tenantId, pph: 95 });
  await db.query(`update task set key_line_id = $2 where resv_guid = $1`, [resvGuid, line]);
  expect([await isKept(days(91)), await isKept(days(181))]).toEqual([true, true]);
  await db.query(`update task set state = 'killed', finished_at = now(), charged_to = null where resv_guid = $1`, [
    resvGuid,
  ]);
  expect(await isKept(days(181))).toBe(false);
});
