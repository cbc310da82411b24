import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { findApiKey } from "~/accounts/find-api-key.server";
import { listApiKeys } from "~/accounts/list-api-keys.server";
import { noteKeyUse } from "~/accounts/note-key-use.server";
import { loader as security } from "~/accounts/screens/security/route";
import { call } from "../../contract/support/call";
import { aPerson } from "../../contract/support/people";
import { aVisit, get } from "./screens/visit";

const at = (time: string) => new Date(`2024-01-31T${time}Z`);

async function usesOf(key: string, moments: Date[]): Promise<(Date | null)[]> {
  const seen: (Date | null)[] = [];
  for (const now of moments) {
    const found = await findApiKey({ key, now });
    if (!found) throw new Error("the key does not work");
    await noteKeyUse({ ...found, address: "203.0.113.7", now });
    seen.push((await findApiKey({ key, now }))?.usedAt ?? null);
  }
  return seen;
}

test("the last use of a key is kept to the minute: frequent calls write once a minute", async () => {
  const { apiKey } = await aPerson();
  const seen = await usesOf(apiKey, [at("10:00:00"), at("10:00:30"), at("10:00:59"), at("10:01:00"), at("12:00:00")]);
  expect(seen).toEqual([at("10:00:00"), at("10:00:00"), at("10:00:00"), at("10:01:00"), at("12:00:00")]);
});

test("of concurrent calls, the first writes", async () => {
  const { apiKey, userId } = await aPerson();
  const found = await findApiKey({ key: apiKey, now: at("10:00:00") });
  if (!found) throw new Error("the key does not work");
  const versionOf = async () =>
    (await db.query<{ version: string }>(`select xmin::text as version from api_key where user_id = $1`, [userId]))[0];
  await noteKeyUse({ ...found, address: "203.0.113.7", now: at("10:00:00") });
  const first = await versionOf();
  await Promise.all(
    Array.from({ length: 20 }, async () => await noteKeyUse({ ...found, address: "203.0.113.7", now: at("10:00:01") })),
  );
  expect(await versionOf()).toEqual(first);
});

test("its owner and staff see when a key was used; a refused call does not count", async () => {
  const { apiKey, userId } = await aPerson();
  const seenByStaff = async () => (await listApiKeys({ userId }))[0]?.usedTs ?? null;
  const visit = await aVisit({ userId });
  const seenByOwner = async () => (await security(get(visit, "/user/security"))).keyUsedTs;
  expect([await seenByStaff(), await seenByOwner()]).toEqual([null, null]);
  const before = Math.floor(Date.now() / 1000);
  expect((await call("/users/list/customer", { key: `${apiKey.slice(0, -1)}?` })).status).toBe(401);
  expect(await seenByStaff()).toBe(null);
  expect((await call("/users/self", { key: apiKey })).status).toBe(200);
  expect(await seenByStaff()).toBeGreaterThanOrEqual(before);
  expect(await seenByOwner()).toBe(await seenByStaff());
});
