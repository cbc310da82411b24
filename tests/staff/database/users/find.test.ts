import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { countCustomers } from "~/staff/inside/users/count-users.server";
import { findUsers } from "~/staff/find-users.server";
import { eachUser } from "~/staff/list-users.server";
import { readUsers } from "~/staff/read-users.server";
import { searchUsers } from "~/staff/inside/users/search-users.server";
import { EVERYONE, SORTS, type UserFilter } from "~/staff/user-filter";
import { type Cursor, walkOn, walkUsers } from "~/staff/inside/users/walk-users.server";
import { aUser } from "./many";

const now = new Date("2024-02-01T12:00:00Z");
const everyone: UserFilter = { ...EVERYONE, fields: ["n", "e", "t"] };
const NAMES = [
  "Anna Schmidt",
  "ЖАННА Иванова",
  "美咲",
  "<b>Bob</b> & Co",
  "100% O'Neill",
  "under_score",
  "back\\slash",
  "Ёж",
];

beforeAll(async () => {
  for (const name of NAMES) await aUser({ name });
  await aUser({ name: "Pro One", status: "active", country: "IS", source: "reddit" });
  await aUser({ name: "Pro Two", status: "past_due", state: "suspended" });
  await aUser({ name: "Pro Three", status: "trial", state: "unverified" });
  await aUser({ name: "Gone", email: null, status: "active", state: "closed" });
  await aUser({ name: "Helper", role: "support", status: "active" });
  const { tenantId } = await aUser({ name: "Tagged" });
  await db.query(`insert into tenant_tag (tenant_id, tag) values ($1, 'university'), ($1, 'vip')`, [tenantId]);
});

const namesOf = async (filter: Partial<UserFilter>, page = 1) => {
  const { ids } = await findUsers({ filter: { ...everyone, ...filter }, sort: "newest", page, now });
  return (await readUsers(ids)).map(({ name }) => name);
};

describe("a part of a name, an email or a tenant's name finds a user", () => {
  test.each([
    ["anna", ["Anna Schmidt"]],
    ["SCHMIDT", ["Anna Schmidt"]],
    ["жанна", ["ЖАННА Иванова"]],
    ["ё", ["Ёж"]],
    ["咲", ["美咲"]],
    ["<b>", ["<b>Bob</b> & Co"]],
    ["%", ["100% O'Neill"]],
    ["_", ["under_score"]],
    ["\\", ["back\\slash"]],
    ["o'n", ["100% O'Neill"]],
    ["xyzzy", []],
    ["x@example.com", []],
    ["1@example.com", ["Pro Three", "Anna Schmidt"]],
    ["many-1", ["Helper", "Gone", "Pro Three", "Pro Two", "Anna Schmidt"].toSorted()],
  ])("%s", async (q, names) => {
    const found = await namesOf({ q });
    expect(q === "many-1" ? found.filter((name) => names.includes(name)).toSorted() : found).toEqual(names);
  });
});

test("the index and the walk find the same users, for every filter and order", async () => {
  const filters: Partial<UserFilter>[] = [
    ...["a", "an", "ann", "7", "@", "1@e", "example.com", "%", "'", "\\", "ж", "Many-1", "o&"].map((q) => ({ q })),
    ...[{ list: "pro" }, { list: "free", q: "e" }, { role: "support" }, { state: "suspended" }, { status: "trial" }],
    ...[{ tag: "vip" }, { tag: "vip", q: "e", list: "free" }, { tag: "nobody" }],
    ...[{ source: "reddit" }, { country: "IS" }, { country: "IS", q: "anna" }, { q: "pro", fields: ["n"] }],
  ] as Partial<UserFilter>[];
  for (const part of filters) {
    const filter = { ...everyone, ...part };
    for (const sort of SORTS) {
      const range = { filter, sort, offset: 0, limit: 100, now };
      const walked = await walkUsers({ ...range, steps: 1000 });
      const searched = await searchUsers(range);
      const [some, others] = [walked.ids, searched.ids].map((ids) => ids.toSorted((a, b) => a - b));
      expect([part, sort, searched.found, some]).toEqual([part, sort, walked.found, others]);
    }
  }
});

test.each(SORTS)("a walk in parts finds by %s the same as one walk, each once and in the same order", async (sort) => {
  for (const part of [{}, { q: "e" }, { list: "pro" as const }]) {
    const filter = { ...everyone, ...part };
    const whole = await walkUsers({ filter, sort, steps: 1000, offset: 0, limit: 1000, now });
    const ids: number[] = [];
    for (let after: Cursor | null = null; ;) {
      const next: Awaited<ReturnType<typeof walkOn>> = await walkOn({ filter, sort, steps: 2, after, now });
      ids.push(...next.ids);
      if (next.last === null) break;
      after = next.last;
    }
    expect(ids).toEqual(whole.ids);
    expect(ids.length).toBeGreaterThan(1);
    const middle = await walkUsers({ filter, sort, steps: 1000, offset: 1, limit: 1, now });
    expect(middle.ids).toEqual(whole.ids.slice(1, 2));
  }
});

test("users are found by their days of registration, both included, in any order", async () => {
  const registered = { start: "2023-05-02", end: "2023-05-03" };
  for (const at of ["2023-05-01T23:59:59Z", "2023-05-02T00:00:00Z", "2023-05-03T23:59:59Z", "2023-05-04T00:00:00Z"]) {
    await aUser({ name: `Of ${at}`, createdAt: new Date(at) });
  }
  for (const sort of SORTS) {
    const filter = { ...everyone, registered };
    const { ids, total } = await findUsers({ filter, sort, page: 1, now });
    const names = (await readUsers(ids)).map(({ name }) => name).toSorted();
    expect([sort, total, names]).toEqual([sort, 2, ["Of 2023-05-02T00:00:00Z", "Of 2023-05-03T23:59:59Z"]]);
    const { found } = await searchUsers({ filter, sort, offset: 0, limit: 9, now });
    expect([sort, found]).toEqual([sort, 2]);
  }
});

test("a changed account is found at once by its new values, and not by the old ones", async () => {
  const { userId, tenantId } = await aUser({ name: "Before", country: "DE" });
  await db.query(`update user_account set name = 'Afterwards', codify_subscription_status = 'active' where id = $1`, [
    userId,
  ]);
  await db.query(`update tenant set country = 'AQ' where id = $1`, [tenantId]);
  expect(await namesOf({ q: "before" })).toEqual([]);
  expect(await namesOf({ q: "afterw" })).toEqual(["Afterwards"]);
  expect(await namesOf({ country: "AQ", list: "pro" })).toEqual(["Afterwards"]);
  await db.query(`delete from user_account where id = $1`, [userId]);
  expect(await namesOf({ country: "AQ" })).toEqual([]);
});

test("PRO and FREE are customers that are not closed, with or without a running subscription (A11)", async () => {
  const pro = await namesOf({ list: "pro" });
  expect(pro).toEqual(["Pro Three", "Pro Two", "Pro One"]);
  const free = await findUsers({ filter: { ...EVERYONE, list: "free" }, sort: "newest", page: 1, now });
  expect(await countCustomers()).toEqual({ pro: 3, free: free.total });
  const [counted] = await db.query<{ users: number }>(
    `select count(*)::int as users from user_account where role = 'customer' and state <> 'closed'
       and codify_subscription_status not in ('active', 'trial', 'past_due')`,
  );
  expect(free.total).toBe(counted?.users);
});

test("the sums of the kinds of users equal a count", async () => {
  const kinds = `role, state, codify_subscription_status`;
  const counted = await db.query(
    `select ${kinds}, count(*)::int as users from user_account group by 1, 2, 3 order by 1, 2, 3`,
  );
  const kept = await db.query(
    `select role, state, status as codify_subscription_status, sum(users)::int as users from user_count
     group by 1, 2, 3 having sum(users) <> 0 order by 1, 2, 3`,
  );
  expect(kept).toEqual(counted);
});

test("all users, read in pieces, appear once each, in any order", async () => {
  const [counted] = await db.query<{ users: number }>(`select count(*)::int as users from user_account`);
  for (const sort of SORTS) {
    const ids: number[] = [];
    for await (const user of eachUser({ filter: everyone, sort, now })) ids.push(user.id);
    expect([sort, ids.length, new Set(ids).size]).toEqual([sort, counted?.users, counted?.users]);
  }
});
