import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { declaredPaths } from "~/platform/http/api-route.server";
import { recordActive } from "~/staff/record-active.server";
import { dayOf } from "~/platform/day-range";
import { aUser } from "../staff/database/users/many";
import { call, read } from "./support/call";
import { aPerson, type Person } from "./support/people";

const PRO = 60;
let support: Person;

beforeAll(async () => {
  support = await aPerson({ role: "support" });
  for (let number = 1; number <= PRO; number += 1) {
    await aUser({
      name: `User ${number}`,
      email: `user${number}@pro.example`,
      status: "active",
      createdAt: new Date(Date.UTC(2024, 0, 31, 0, number)),
    });
  }
  await aUser({ name: "User 1042", email: "user1042@example.com", createdAt: new Date("2024-01-31T00:00:00Z") });
  await db.query(`update user_account set last_login_at = '2024-01-31T11:20:00Z' where email = 'user1042@example.com'`);
});

const get = (path: string) => call(path, { cookie: support.cookie });
const post = async (path: string, json: object) =>
  await read(await call(path, { cookie: support.cookie, script: true, json }));
const listed = async (path: string) => {
  const response = await get(path);
  const rows = await read<Record<string, unknown>[]>(response);
  const { answer } = declaredPaths.get("/users/pro")?.GET ?? {};
  expect(answer?.safeParse(rows).error?.issues ?? []).toEqual([]);
  const { headers } = response;
  return { rows, total: headers.get("X-Total-Count"), pages: headers.get("X-Page-Count"), headers };
};

describe("lists of users (3.6)", () => {
  test("are bare arrays, newest first, with the documented members and no others", async () => {
    const { rows } = await listed("/users/free?filter=USER1042");
    expect(rows).toEqual([
      {
        ...{ id: expect.any(Number), name: "User 1042", email: "user1042@example.com", provider: "email" },
        ...{ codify_subscription_status: "none", created: 1706659200, created_at: "2024-01-31T00:00:00Z" },
      },
    ]);
  });

  test("51: 60 PRO users are 3 pages of 25; a part of an email filters; a page beyond the last is the last", async () => {
    const first = await listed("/users/pro?page=1");
    expect([first.rows.length, first.total, first.pages]).toEqual([25, "60", "3"]);
    expect(first.rows[0]).toMatchObject({ name: "User 60" });
    const last = await listed("/users/pro?page=99");
    expect([last.rows.length, last.rows.at(-1)?.["name"]]).toEqual([10, "User 1"]);
    const some = await listed("/users/pro?filter=user5&page=1");
    expect([some.rows.length, some.total, some.pages]).toEqual([11, "11", "1"]);
    expect((await listed("/users/pro?filter=nobody&page=1")).rows).toEqual([]);
  });

  test("without a page they are complete, as JSON in pieces", async () => {
    const { rows, total, headers } = await listed("/users/pro");
    expect([rows.length, total, headers.get("Content-Type")]).toEqual([60, "60", "application/json"]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(60);
  });

  test("of a role contain its users; another word is 404", async () => {
    expect((await listed("/users/list/support")).rows.map(({ id }) => id)).toEqual([support.userId]);
    expect((await listed("/users/list/all?page=1")).total).toBe("62");
    expect((await listed("/users/list/pro?page=1")).total).toBe("60");
    for (const role of ["nobody", "PRO", "constructor"]) expect((await get(`/users/list/${role}`)).status).toBe(404);
  });

  test("an invalid page is the first, and a long or odd filter is cut, not refused", async () => {
    for (const page of ["0", "-1", "x", "1.5", "9".repeat(30)]) {
      expect([page, (await listed(`/users/pro?page=${page}`)).rows[0]?.["name"]]).toEqual([page, "User 60"]);
    }
    expect((await listed(`/users/pro?filter=${"u".repeat(500)}`)).rows).toEqual([]);
    expect((await listed(`/users/pro?filter=${encodeURIComponent("%_\\'")}`)).rows).toEqual([]);
  });
});

test("daily, weekly and monthly count distinct users", async () => {
  const today = dayOf(new Date());
  const { userId } = await aUser();
  await recordActive([
    { userId, day: today },
    { userId: support.userId, day: today },
  ]);
  for (const span of ["daily", "weekly", "monthly"]) {
    expect(await read(await get(`/dashboard/stats/${span}`))).toEqual({ retcode: "OK", users: 2 });
  }
});

describe("Find User Info", () => {
  test("51: finds by email or by name, with the time of the last login or change", async () => {
    const found = { name: "User 1042", email: "user1042@example.com", updated_at: "2024-01-31T11:20:00Z" };
    const search = (name: unknown, email: string) => post("/dashboard/search-user-info", { name, email });
    expect(await search(false, "USER1042")).toEqual({ retcode: "OK", data: [found] });
    expect(await search(false, "User 1042")).toEqual({ retcode: "OK", data: [] });
    for (const flag of [true, "true", 1, "1", "on"]) {
      expect(await search(flag, "ser 1042")).toEqual({ retcode: "OK", data: [found] });
    }
    expect(await search(true, "")).toEqual({ retcode: "OK", data: [] });
    expect((await search(false, "pro.example"))["data"]).toHaveLength(50);
  });

  test("shows more of a user found by the exact email; an unknown one is reported", async () => {
    expect(await post("/dashboard/search-more-info", { email: "user60@pro.example" })).toEqual({
      retcode: "OK",
      data: { info: { codify_subscription_status: "active" }, stats_current: [], stats: [], stats_old: [] },
    });
    for (const email of ["user60@pro", "", "nobody@example.com"]) {
      expect(await post("/dashboard/search-more-info", { email })).toEqual({
        retcode: "ERROR",
        human_readable_message: "No user with this email.",
      });
    }
  });

  test("is limited to 60 searches a minute", async () => {
    const busy = await aPerson({ role: "support" });
    const search = () =>
      call("/dashboard/search-user-info", { cookie: busy.cookie, script: true, json: { email: "none" } });
    const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await search()).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

test("top users answer tenants and coins as whole numbers", async () => {
  expect(await read(await get("/users/top-paid?limit=5"))).toEqual([]);
  const { tenantId, tenantName } = await aUser();
  await db.query(`update tenant_figures set coins = 12345678 where tenant_id = $1`, [tenantId]);
  expect(await read(await get("/users/top-paid"))).toEqual([{ tenant_name: tenantName, balance: 12345678 }]);
});
