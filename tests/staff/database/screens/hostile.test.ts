import { beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { db } from "~/platform/db.server";
import { askAuditCheck } from "~/platform/ask-check.server";
import { action as userAction } from "~/staff/screens/user-by-id/route";
import { screens } from "~/routes.js";
import { loadRoute } from "../../../contract/support/load-route";
import { aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import { answerOf, aVisit, get, post, type Visit } from "../../../accounts/database/screens/visit";

/** Values in addresses: texts, page numbers, days. For screens that list data of the user. */
const NAMES = [
  "q",
  "filter",
  "pro",
  "free",
  "who",
  "target",
  "code",
  "owner",
  "more",
  "by_name",
  "sort",
  "page",
  "from",
  "start_date",
  "end_date",
];
const VALUES = ["\u0000", "a\u0000b", "\u202e", "%", "-1", "1e999", "0001-01-01", "9999-12-31", "x".repeat(5000)];
const operatorScreens = screens.filter(({ audience }) => audience === "operator");
let tenant: TenantInWorld;
let adminId: number;
let admin: Visit;

beforeAll(async () => {
  await theCatalogue();
  tenant = await aTenant();
  adminId = (await aTenant({ role: "admin", dollars: 0 })).userId;
});
// Each has its own session: a single one may not send this many requests.
beforeEach(async () => {
  admin = await aVisit({ userId: adminId });
});

/** The status of any result: 500 if it is not an answer. */
async function statusOf(file: string, path: string, params: Record<string, string> = {}): Promise<number> {
  const { loader } = await loadRoute(file);
  return await loader(get(admin, path, params)).then(
    () => 200,
    (thrown: unknown) => (thrown instanceof Response ? thrown.status : 500),
  );
}

/**
 * Returns the names that a loader reads from its address, and all names if it lists them: other names do not change the
 * answer.
 */
async function namesReadBy(load: () => Promise<void>): Promise<Set<string>> {
  const names = new Set<string>();
  for (const method of ["get", "getAll", "has", "entries", "keys", "values", "forEach", Symbol.iterator] as const) {
    const read: (...given: never[]) => unknown = URLSearchParams.prototype[method];
    vi.spyOn(URLSearchParams.prototype, method as "get").mockImplementation(function (
      this: URLSearchParams,
      ...given: unknown[]
    ) {
      for (const name of typeof given[0] === "string" ? [given[0]] : NAMES) names.add(name);
      return Reflect.apply(read, this, given) as string;
    });
  }
  await load();
  vi.restoreAllMocks();
  names.delete("format");
  return names;
}

describe("For any address an operator's screen has an answer", () => {
  it.each(operatorScreens)("$url", async ({ url, file }) => {
    const params = Object.fromEntries([...url.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, "\u0000"]));
    const answers = async (asked: Record<string, string>) => {
      const query = new URLSearchParams(asked).toString();
      const status = await statusOf(file, `${url}?${query}`, params);
      expect([query, [429, 500].includes(status) ? status : "answered"]).toEqual([query, "answered"]);
    };
    const formats: Record<string, string>[] = [{}, { format: "csv" }];
    for (const format of formats) {
      for (const name of await namesReadBy(() => answers(format))) {
        for (const value of VALUES) await answers({ [name]: value, ...format });
      }
    }
  });

  test("the days before the first ones end at the calendar's start", async () => {
    const path = "/dashboard/sources?start_date=0001-01-01&end_date=9999-12-31&format=csv&table=compared";
    expect(await statusOf("payments/screens/sources/route.tsx", path)).toBe(200);
  });
});

test("a file of an unknown node is a page of 404, like its screen", async () => {
  const params = { nodeName: "nowhere-1" };
  expect(await statusOf("fleet/screens/node/route.tsx", "/dashboard/nodes/nowhere-1?format=csv", params)).toBe(404);
});

test("a reason that a customer reads has no characters that turn its direction", async () => {
  const { userId } = tenant;
  const form = post(admin, `/users/view/${userId}`, { intent: "suspend", reason: "ab\u202ec" });
  const { status } = await answerOf(await userAction({ ...form, params: { id: String(userId) } }));
  expect(status).toBe(422);
});

test("an audit that accepts no more rows can still be checked", async () => {
  const [head] = await db.query<{ number: bigint }>(`select number from audit_head`);
  await askAuditCheck({ userId: tenant.userId, requestId: "", now: new Date() });
  await askAuditCheck({ userId: tenant.userId, requestId: "", now: new Date() });
  await db.query(`alter table audit_head disable trigger user`);
  await db.query(`update audit_head set number = number - 2`);
  await expect(askAuditCheck({ userId: tenant.userId, requestId: "", now: new Date() })).resolves.toBeDefined();
  await db.query(`update audit_head set number = number + 2`);
  await db.query(`alter table audit_head enable trigger user`);
  expect(await db.query(`select from audit_head where number = $1`, [(head?.number ?? 0n) + 2n])).toHaveLength(1);
});
