import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { notifyOfBudgets, readMonthCoins, removeBudget, setBudget } from "~/usage/usage-budget.server";
import { readOwnUsage } from "~/usage/inside/figures/read-own-usage.server";
import { action, loader } from "~/usage/screens/usage/route";
import { storeEvents } from "../../support/usage-events";
import { aTenant } from "../../support/world";
import { answerOf, aVisit, get, noticeOf, post } from "../../accounts/database/screens/visit";

const now = new Date("2026-03-31T12:00:30Z");
const at = (text: string) => new Date(`${text}Z`);
const MARCH = { start: "2026-03-01", end: "2026-03-31" };

async function spend(tenantId: number, coins: number, month = "2026-03-01"): Promise<void> {
  await db.query(
    `insert into coin_meter (tenant_id, unposted, month, month_coins) values ($1, $2, $3, $2)
     on conflict (tenant_id) do update set month = excluded.month, month_coins = excluded.month_coins`,
    [tenantId, coins, month],
  );
}

test("a customer's usage is only that of its tenant, by day and model", async () => {
  const { tenantId, userId } = await aTenant({ dollars: 0 });
  const other = await aTenant({ dollars: 0 });
  const event = { tenantId, userId, model: "code-7b", prompt: 100, generated: 10 };
  await storeEvents(
    [
      { ...event, ts: at("2026-03-30T10:00:00"), coins: 700 },
      { ...event, ts: at("2026-03-31T10:00:00"), coins: 300, completed: false, calls: 2 },
      { ...event, ts: at("2026-03-31T11:00:00"), coins: 5000, model: "chat/large" },
      { ...event, ts: at("2026-02-10T11:00:00"), coins: 9 },
      { ...event, ts: at("2026-03-31T11:00:00"), coins: 1, tenantId: other.tenantId, userId: other.userId },
    ],
    { now },
  );
  const usage = await readOwnUsage({ tenantId, days: MARCH, now });
  expect(usage.models).toEqual([
    { model: "chat/large", calls: 1, failed: 0, tokens: 110, coins: 5000 },
    { model: "code-7b", calls: 3, failed: 1, tokens: 220, coins: 1000 },
  ]);
  expect(usage.days).toHaveLength(31);
  expect(usage.days.at(-1)).toEqual({ day: "2026-03-31", calls: 3, failed: 1, tokens: 220, coins: 5300 });
  expect(usage.before).toBe(9);
  expect(usage.pace).toBe(6000 / 7);
  expect(usage.nextGrant).toEqual({ coins: 2_000_000, ts: Date.UTC(2026, 3, 1) / 1000 });
});

test("a tenant is notified once each at 50, 80 and 100% of its budget, and again in the next month", async () => {
  const { tenantId } = await aTenant({ dollars: 0 });
  const told = async () => {
    await notifyOfBudgets({ now });
    const rows = await db.query<{ text: string }>(
      `select human_readable_message as text from notification where tenant_id = $1 order by id`,
      [tenantId],
    );
    return rows.map(({ text }) => text.slice(0, text.indexOf("%")));
  };
  await spend(tenantId, 550);
  await setBudget({ tenantId, coins: 1000n, hard: false, now });
  expect(await told()).toEqual([]);
  await spend(tenantId, 850);
  expect(await told()).toEqual(["80"]);
  expect(await told()).toEqual(["80"]);
  await spend(tenantId, 1000);
  expect(await told()).toEqual(["80", "100"]);
  await spend(tenantId, 500, "2026-04-01");
  expect(await told()).toEqual(["80", "100"]);
  await notifyOfBudgets({ now: at("2026-04-02T00:00:00") });
  expect(await told()).toEqual(["80", "100", "50"]);
  const [mails] = await db.query(
    `select count(*)::int as count from mail where cause like 'coin-budget:' || $1 || ':%'`,
    [tenantId],
  );
  expect(mails).toEqual({ count: 3 });
  await removeBudget({ tenantId });
});

test("a meter that has begun the next month hides nothing of this one", async () => {
  const { tenantId, userId } = await aTenant({ dollars: 0 });
  await setBudget({ tenantId, coins: 1000n, hard: false, now });
  await storeEvents([{ tenantId, userId, ts: at("2026-03-31T12:00:00"), coins: 900 }], { now });
  await spend(tenantId, 50, "2026-04-01");
  expect(await readMonthCoins({ tenantId, now })).toBe(900n);
  expect(await notifyOfBudgets({ now })).toBe(1);
});

test("Customers set a budget, see its faults, and remove it", async () => {
  const { tenantId, userId } = await aTenant({ dollars: 0 });
  const visit = await aVisit({ userId });
  const send = async (fields: Record<string, string>) => await answerOf(await action(post(visit, "/usage", fields)));
  expect(await send({ intent: "set-budget", millions: "none" })).toMatchObject({
    status: 422,
    data: { lastResult: { error: { millions: ["Enter millions of coins, more than 0, such as 1.5."] } } },
  });
  expect(await send({ intent: "set-budget", millions: "1,5", hard: "1" })).toMatchObject({ status: 303 });
  expect(await noticeOf(visit)).toMatchObject({ message: "Budget saved." });
  expect((await loader(get(visit, "/usage"))).usage.budget).toEqual({ coins: 1_500_000, hard: true });
  expect(await send({ intent: "remove-budget" })).toMatchObject({ status: 303 });
  expect((await readOwnUsage({ tenantId, days: MARCH, now })).budget).toBeNull();
});
