import fc from "fast-check";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { checkModelUsage } from "~/staff/check-model-usage.server";
import { listDifferences } from "~/staff/inside/reconcile/list-findings.server";
import { checkUsage } from "~/usage/check-usage.server";
import { postCoins } from "~/usage/post-coins.server";
import { pruneUsage } from "~/usage/prune-usage.server";
import { rollUp } from "~/usage/roll-up.server";
import { scrape } from "~/platform/http/scrape.server";
import { storeEvents } from "../../support/usage-events";
import { aTenant, type TenantInWorld } from "../../support/world";
import { aBatch, forgetUsage, later, storeDrawn } from "./random-history";

const NOW = new Date("2026-03-31T12:00:30Z");
let users: TenantInWorld[];

beforeAll(async () => {
  users = await Promise.all([1, 2, 3].map(() => aTenant({ dollars: 0 })));
});
beforeEach(forgetUsage);

/** Remains of other cases' postings would be coins without events. */
async function newTenants(): Promise<void> {
  users = await Promise.all([1, 2, 3].map(() => aTenant({ dollars: 0 })));
}

const ofNew = async () =>
  (await checkUsage({ now: NOW })).wrong.filter(
    ({ who, what }) => what !== "ledger" || users.some(({ tenantName }) => tenantName === who),
  );

test("after any history of intake, sums, postings and pruning, the check finds nothing", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(aBatch, fc.constantFrom("sum", "post", "prune", "wait")), { minLength: 1, maxLength: 5 }),
      async (steps) => {
        await forgetUsage();
        await newTenants();
        let at = NOW;
        for (const [batch, act] of steps) {
          await storeDrawn(batch, users, at, { summed: act !== "wait" });
          if (act === "post") await postCoins({ now: at });
          if (act === "prune") await pruneUsage({ now: at });
          at = later(at, 7 * 60);
        }
        // Before everything is summed, and after: events that are not in the sums yet are no difference.
        for (const summed of [0, 1]) {
          if (summed === 1) await rollUp({ now: at });
          const { wrong, rebuilt } = await checkUsage({ now: at });
          expect(
            wrong.filter(({ what, who }) => what !== "ledger" || users.some(({ tenantName }) => tenantName === who)),
          ).toEqual([]);
          expect(rebuilt).toEqual([]);
        }
      },
    ),
    { numRuns: 8 },
  );
});

const one = () => {
  const [user] = users as [TenantInWorld];
  return { ts: NOW, userId: user.userId, tenantId: user.tenantId, coins: 50, prompt: 9, latencyMs: 70 };
};

test.each([
  [
    "a day of a user",
    `update usage_by_user set coins = coins + 3 where grain = 'day'`,
    { column: "coins", made: "50", kept: "53" },
  ],
  [
    "a day of a model",
    `update usage_by_model set prompt_tokens = 8 where grain = 'day'`,
    { column: "prompt_tokens", made: "9", kept: "8" },
  ],
  ["a lost day of a user", `delete from usage_by_user where grain = 'day'`, { column: "calls", made: "1", kept: "0" }],
  [
    "the most of a model",
    `update usage_by_model set latency_ms_max = 1 where grain = 'day'`,
    { column: "latency_ms_max", made: "70", kept: "1" },
  ],
  ["an hour", `update usage_by_user set calls = 4 where grain = 'hour'`, { column: "calls", made: "4", kept: "1" }],
  [
    "a minute",
    `update usage_by_model set events = 2 where grain = 'minute'`,
    { column: "events", made: "2", kept: "1" },
  ],
  ["a month", `update usage_by_user set failed = 1 where grain = 'month'`, { column: "failed", made: "0", kept: "1" }],
  [
    "a bucket",
    `update usage_latency set events = 5 where grain = 'day'`,
    { column: "latency_events", made: "5", kept: "1" },
  ],
  [
    "the users of a day",
    `update usage_day_users set chat_users = 2`,
    { at: "2026-03-31 00:00", column: "chat_users", made: "1", kept: "2" },
  ],
  [
    "users of a day that are not counted",
    `delete from usage_day_users`,
    { column: "chat_users", made: "1", kept: "0" },
  ],
  [
    "users of a day without events",
    `insert into usage_day_users values ('2020-01-01', 3, 0)`,
    { at: "2020-01-01 00:00", column: "chat_users", made: "0", kept: "3" },
  ],
  ["a lost event", `delete from usage_event`, { column: "events", made: "0", kept: "1" }],
  [
    "coins on their way",
    `update coin_meter set unposted = 0`,
    { column: "coins in the ledger and on their way", made: "50", kept: "0" },
  ],
  [
    "coins of the month",
    `update coin_meter set month_coins = 51`,
    { column: "coins of the month", made: "50", kept: "51" },
  ],
])("a wrong %s is reported with both figures", async (_what, broken, expected) => {
  await newTenants();
  await storeEvents([one()], { now: NOW });
  expect(await ofNew()).toEqual([]);
  await db.query(broken);
  const found = await ofNew();
  expect(found).toContainEqual(expect.objectContaining(expected));
});

test("a difference is on the money screen and in the metrics until it is repaired", async () => {
  await newTenants();
  await storeEvents([one()], { now: NOW });
  await postCoins({ now: NOW });
  await db.query(`update usage_by_user set coins = 53 where grain = 'day'`);
  await checkModelUsage({ now: NOW });
  const { rows } = await listDifferences("open", 1);
  const [user] = users as [TenantInWorld];
  expect(rows.map(({ text }) => text)).toContain(
    `2026-03-31 00:00, ${user.email}, code-7b, coins: 53 is stored, but its rows come to 50.`,
  );
  expect(await scrape(NOW)).toMatch(/millrace_reconcile_differences\{check="model-usage"\} [1-9]/);
  await db.query(`update usage_by_user set coins = 50 where grain = 'day'`);
  await checkModelUsage({ now: NOW });
  const left = (await listDifferences("open", 1)).rows.filter(({ text }) => text.includes(user.email));
  expect(left).toEqual([]);
});

test("a window that differs from the sum of its points is rebuilt and reported", async () => {
  await storeEvents([one()], { now: NOW });
  await db.query(`update usage_user_window set calls_30d = 7`);
  expect((await checkUsage({ now: NOW })).rebuilt).toEqual(["30d (1 user)"]);
  expect((await checkUsage({ now: NOW })).rebuilt).toEqual([]);
});
