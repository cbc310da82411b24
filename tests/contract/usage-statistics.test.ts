import { beforeAll, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { dayOf } from "~/platform/day-range";
import { readWaitingKey } from "~/usage/inside/workspaces/inference-keys.server";
import { parseChart } from "~/usage/inside/figures/chart-script";
import { storeEvents } from "../support/usage-events";
import { aTenant, theCatalogue } from "../support/world";
import { call, read } from "./support/call";
import { aPerson, type Person } from "./support/people";

const now = new Date();
const today = dayOf(now);
const yesterday = new Date(now.getTime() - 86_400_000);
let staff: Person;
let pro: Person;
let free: Person;
let owner: Person;

beforeAll(async () => {
  await theCatalogue();
  staff = await aPerson({ role: "support" });
  pro = await aPerson();
  free = await aPerson();
  owner = await aPerson();
  await db.query(`update user_account set codify_subscription_status = 'active' where id = $1`, [pro.userId]);
  await db.query(
    `insert into workspace (name, tenant_id, owner_id, max_users, admin_hash, admin_encrypted, admin_last4, created_at)
     values ('datalab', $1, $2, 5, 'hash', 'x', 'last', now())`,
    [owner.tenantId, owner.userId],
  );
  const tokens = { prompt: 812_000, generated: 96_000, cacheRead: 40_000, cacheCreation: 9_000 };
  await storeEvents(
    [
      { ts: now, ...pro, calls: 1200, coins: 5_230_000, ...tokens },
      { ts: now, ...pro, kind: "agent", model: "__proto__", coins: 3 },
      ...Array.from({ length: 12 }, () => ({ ts: now, ...free, model: "a/b_c", coins: 1 })),
      { ts: yesterday, ...owner, kind: "completion" as const, coins: 7, prompt: 5 },
    ],
    { now },
  );
});

const get = async (path: string, person: Person = staff) => await read<never>(await call(path, person));

describe("Statistics of usage (3.8)", () => {
  test("daily-models answers like its example, whatever a model's name", async () => {
    const answer = await get("/dashboard/daily-models");
    expect(answer).toMatchObject({
      retcode: "OK",
      total_items: 2,
      period: { start_date: today, end_date: today },
      grouped_data: {
        "code-7b": {
          count: 1200,
          formatted: "5.23",
          tokens: {
            prompt_tokens: 812_000,
            generated_tokens: 96_000,
            cache_read_input_tokens: 40_000,
            cache_creation_input_tokens: 9_000,
          },
        },
        "a/b_c": { count: 12, formatted: "0.00" },
      },
    });
    const { grouped_data } = answer as { grouped_data: Record<string, object> };
    expect(Object.entries(grouped_data).find(([model]) => model === "__proto__")?.[1]).toMatchObject({ count: 1 });
  });

  test("monthly-models has the month to date in the same shape", async () => {
    const first = `${today.slice(0, 7)}-01`;
    expect(await get("/dashboard/monthly-models")).toMatchObject({
      total_items: 2,
      period: { start_date: first, end_date: today },
      grouped_data: { "a/b_c": { count: 12 } },
    });
  });

  test("models-per-day sums to its grand total", async () => {
    const answer = await get("/dashboard/models-per-day");
    expect(answer).toMatchObject({
      daily_stats: { [today]: { models: { "code-7b": { prompt_tokens: 812_000, generated_tokens: 96_000 } } } },
      grand_total: {
        coins: 5_230_022,
        prompt_tokens: 812_005,
        generated_tokens: 96_000,
        cache_read_input_tokens: 40_000,
        cache_creation_input_tokens: 9_000,
      },
    });
  });

  test("coins-stats has every day, oldest first; plans' grants are income, events' cost is spend", async () => {
    await aTenant();
    const { data } = await get("/dashboard/coins-stats");
    const days = data as { day: string; income_day: number; spend_day: number }[];
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toMatchObject({ day: today, spend_day: 5_230_015 });
    expect(days.at(-2)).toMatchObject({ spend_day: 7 });
    const [given] = await db.query<{ coins: number }>(
      `select coalesce(sum(units), 0)::float8 as coins from ledger_day where kind = 'grant'`,
    );
    expect(days.reduce((sum, { income_day }) => sum + income_day, 0)).toBe(given?.coins);
  });

  test("users-usage-stats has groups by workspace, PRO and FREE, and the rest as others (A3)", async () => {
    const { groups } = await get("/dashboard/users-usage-stats");
    expect(groups).toMatchObject({
      PRO: {
        [pro.email]: {
          total_usage: 5_230_003,
          daily_usage: { [today]: 5_230_003 },
          model_stats: { daily: { [today]: { "code-7b": { points: 5_230_000, prompt_tokens: 812_000 } } } },
        },
      },
      FREE: { [free.email]: { total_usage: 12 } },
      datalab: { [owner.email]: { total_usage: 7 } },
    });
    expect(groups).not.toHaveProperty("others");
    const { groups: cut } = await get("/dashboard/users-usage-stats?limit=1");
    expect(cut).toMatchObject({ FREE: {}, others: { others: { total_usage: 19 } } });
  });

  test("usage/data answers three charts that follow the rules of a script (3.9)", async () => {
    const { data } = await get("/dashboard/usage/data");
    const charts = data as { title: string; script: string }[];
    expect(charts.map(({ title }) => title)).toEqual(["Coins", "Agents", "Models"]);
    const [coins, agents, models] = charts.map(({ script }) => parseChart(script));
    expect(coins?.data.map(({ name, y }) => [name, y?.at(-1)])).toEqual([
      ["income", expect.any(Number)],
      ["spend", 5.230015],
    ]);
    expect(agents?.data.map(({ type, y }) => [type, y?.at(-1)])).toEqual([
      ["bar", 1],
      ["scatter", 1],
    ]);
    expect(models?.data.map(({ name }) => name)).toEqual(["code-7b", "a/b_c", "__proto__"]);
  });

  test("messages count events of chats and agents, for FREE users with the rest of 50", async () => {
    expect(await get("/dashboard/daily-chat-messages")).toMatchObject({
      stats: [{ email: free.email, total_requests: 12, remaining_requests: 38 }],
    });
    expect(await get("/dashboard/daily-pro-messages")).toMatchObject({
      stats: [{ email: pro.email, total_requests: 2 }],
    });
  });
});

describe("GET /users/metering/{user} (3.6)", () => {
  const path = (user: string, query = "") => `/users/metering/${encodeURIComponent(user)}${query}`;

  test("is private for customers, by email or tenant name, and open for staff", async () => {
    const own = await get(path(pro.email), pro);
    expect(own).toMatchObject({ retcode: "OK", user: pro.email, metering: { total_usage: 5_230_003 } });
    expect(await get(path(pro.tenantName), pro)).toEqual(own);
    expect(await get(path(pro.email.toUpperCase()))).toEqual(own);
    for (const other of [free.email, free.tenantName, "nobody@example.com", "\0"]) {
      expect((await call(path(other), pro)).status).toBe(404);
    }
    expect((await call(path("nobody@example.com"), staff)).status).toBe(404);
  });

  test("without usage it has empty maps; `days` reaches back", async () => {
    const { metering } = await get(path(staff.email));
    expect(metering).toEqual({ total_usage: 0, daily_usage: {}, model_stats: { daily: {} } });
    expect(await get(path(owner.email, "?days=1"))).toMatchObject({ metering: { total_usage: 0 } });
    expect(await get(path(owner.email, "?days=2"))).toMatchObject({ metering: { total_usage: 7 } });
  });

  test("an inference token reads its own tenant only, even for staff (A15)", async () => {
    const tokenOf = async (person: Person) => await transaction((tx) => readWaitingKey(tx, { ...person, now }));
    const key = await tokenOf(owner);
    expect((await call(path(owner.email), { key })).status).toBe(200);
    expect((await call(path(pro.email), { key })).status).toBe(404);
    expect((await call(path(pro.email), { key: await tokenOf(staff) })).status).toBe(404);
    expect((await call("/dashboard/daily-models", { key })).status).toBe(401);
  });
});
