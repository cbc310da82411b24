import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { factsOf } from "~/platform/http/request-facts.server";
import { loader as userInfo } from "~/staff/screens/user-info/route";
import { loader as users } from "~/staff/screens/users/route";
import { get, thrownBy } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";
import { theCatalogue } from "../../../support/world";
import { aUser } from "./many";

let staff: Staff;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  for (let number = 1; number <= 60; number += 1) await aUser({ name: `Pro ${number}`, status: "active" });
  await aUser({ name: "=cmd()", email: "formula@example.com", source: "reddit", country: "IS" });
});

const shown = async (query = "") => await users(get(staff.support, `/dashboard/users${query}`));
const found = async (query: string) => await userInfo(get(staff.support, `/dashboard/user-info${query}`));

describe("Users", () => {
  test("51: 60 PRO users are 'Page 1 of 3'; a part of an email filters; no match is an empty list", async () => {
    expect((await shown()).users).toMatchObject({ page: 1, pages: 3, total: 60, more: false });
    expect((await shown("?pro_page=3")).users?.rows).toHaveLength(10);
    expect((await shown("?pro=many1%40")).users?.rows.map(({ name }) => name)).toEqual(["Pro 1"]);
    expect((await shown("?list=free&free=nobody")).users).toMatchObject({ rows: [], page: 1, pages: 1 });
  });

  test("an address shows the list that it names, or whose filters it has", async () => {
    const tabs = [
      "",
      "?free=a",
      "?free_page=2",
      "?q=a",
      "?debt=1",
      "?range=7",
      "?list=all",
      "?list=free&q=a",
      "?list=x",
    ];
    const asked = await Promise.all(tabs.map(async (query) => (await shown(query)).asked.tab));
    expect(asked).toEqual(["pro", "free", "free", "all", "all", "all", "all", "free", "pro"]);
    expect((await shown()).counts?.pro).toBe(60);
  });

  test("all users are searched by tenant too, filtered and sorted, by the address", async () => {
    const { tenantName } = await aUser({ name: "Rich" });
    await db.query(
      `update tenant_figures set balance = 36000000 where tenant_id = (select id from tenant where tenant_name = $1)`,
      [tenantName],
    );
    expect((await shown(`?q=${tenantName}`)).users?.rows.map(({ name }) => name)).toContain("Rich");
    expect((await shown("?sort=balance")).users?.rows[0]).toMatchObject({ name: "Rich", balance: 100 });
    const facets = await shown("?source=reddit&country=is");
    expect(facets.users?.rows.map(({ name }) => name)).toEqual(["=cmd()"]);
    expect(facets.asked.country).toBe("Iceland");
  });

  test("active users are drawn for separate days, which filter no list", async () => {
    const all = await shown("?list=all");
    const week = await shown("?list=all&active_range=7");
    expect([week.asked.active.name, week.asked.filter.registered]).toEqual(["7", null]);
    expect(week.users?.total).toBe(all.users?.total);
    // From the first day on which anybody was active: the viewers themselves.
    expect(week.history?.map(({ daily }) => daily > 0)).toEqual([true]);
    expect((await shown("?active_start_date=2001-01-01&active_end_date=2001-02-01")).history).toEqual([]);
    expect((await shown("?active_start_date=soon")).asked.active.problem).not.toBe(null);
    const args = get(staff.support, "/dashboard/users?format=csv&table=active&active_range=90");
    await thrownBy(users(args));
    expect((await factsOf(args).file?.text())?.split("\r\n")[0]).toBe("Day,DAU,WAU,MAU");
  });

  test("each list is a file with the same filters, with formulas defused", async () => {
    const args = get(staff.support, "/dashboard/users?source=reddit&format=csv");
    await thrownBy(users(args));
    const text = await factsOf(args).file?.text();
    expect(text?.split("\r\n")).toHaveLength(3);
    expect(text).toContain("'=cmd(),formula@example.com");
    const pro = get(staff.support, "/dashboard/users?format=csv&table=pro&pro=example");
    await thrownBy(users(pro));
    expect((await factsOf(pro).file?.text())?.split("\r\n")).toHaveLength(62);
  });
});

describe("Find User Info", () => {
  test("51: shows found users with one time each, and more about one of them", async () => {
    const { results, more } = await found("?q=formula&more=formula%40example.com");
    expect(results).toEqual([{ name: "=cmd()", email: "formula@example.com", updatedTs: expect.any(Number) }]);
    expect(more?.info.info).toEqual({ codify_subscription_status: "none" });
    expect((await found("?q=cmd&by_name=1")).results).toHaveLength(1);
    expect((await found("?q=cmd")).results).toEqual([]);
    expect(await found("")).toMatchObject({ results: null, more: null, problem: null });
    expect((await found("?more=nobody%40example.com")).problem).toBe("No user with this email.");
  });

  test("more than 60 searches a minute are refused in words, and the typed text stays", async () => {
    const asked = await Promise.all(
      Array.from({ length: 61 }, () => userInfo(get(staff.admin, "/dashboard/user-info?q=x"))),
    );
    const refused = asked.filter(({ problem }) => problem !== null);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ q: "x", results: null });
  });
});
