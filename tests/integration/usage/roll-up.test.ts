import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { db } from "~/db.server";
import { GRAINS } from "~/domain/usage/grains";
import { rollUp } from "~/domain/usage/roll-up.server";
import { storeEvents } from "../../support/usage-events";
import { aTenant, type TenantInWorld } from "../../support/world";

const now = new Date("2026-03-31T12:00:30Z");
let users: TenantInWorld[];

beforeEach(async () => {
  await db.query("truncate usage_event, usage_by_model, usage_by_user, usage_latency, usage_window_user");
  await db.query("update usage_window set first_at = '-infinity'");
  users = await Promise.all([aTenant({ dollars: 0 }), aTenant({ dollars: 0 }), aTenant({ dollars: 0 })]);
});

const anEvent = fc.record({
  agoS: fc.oneof(fc.integer({ min: -299, max: 7_200 }), fc.integer({ min: 0, max: 7 * 86_400 })),
  user: fc.nat({ max: 2 }),
  model: fc.constantFrom("code-7b", "a/b_c.d", "x"),
  kind: fc.constantFrom("chat", "agent", "completion"),
  calls: fc.integer({ min: 1, max: 5 }),
  prompt: fc.nat(1_000_000),
  generated: fc.nat(1_000),
  coins: fc.nat(10_000),
  completed: fc.boolean(),
  latencyMs: fc.option(fc.nat(100_000), { nil: undefined }),
});

/** Events, calls, tokens and coins of rows, as one text. */
const ADDED = (events: string) =>
  `concat_ws(' ', coalesce(${events}, 0), sum(calls), sum(prompt_tokens), sum(generated_tokens), sum(coins)) as sums`;
const TRUTH = `select ${ADDED("count(*)")} from usage_event`;
const sumsOf = (table: string) => `select ${ADDED("sum(events)")} from ${table} where grain = $1`;

test("the sums of every grain equal the events, however they came", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(anEvent, { maxLength: 8 }), { minLength: 1, maxLength: 4 }), async (batches) => {
      let at = now;
      for (const batch of batches) {
        await storeEvents(
          batch.map(({ agoS, user, ...event }) => {
            const { userId, tenantId } = users[user] as TenantInWorld;
            return { ...event, userId, tenantId, ts: new Date(at.getTime() - agoS * 1000) } as const;
          }),
          { now: at },
        );
        at = new Date(at.getTime() + 40 * 60_000);
      }
      await rollUp({ now: at });
      const [truth] = await db.query(TRUTH);
      for (const grain of GRAINS) {
        for (const table of ["usage_by_model", "usage_by_user"]) {
          const [sums] = await db.query(sumsOf(table), [grain]);
          expect({ grain, table, ...sums }).toEqual({ grain, table, ...truth });
        }
      }
      expect(await windowsThatDiffer()).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

/** Users whose sums over a window are not those of its points. */
async function windowsThatDiffer(): Promise<unknown[]> {
  return await db.query(
    `select span, user_id, kept.events as kept, true_sums.events as truth from usage_window_user kept
     full join (
       select w.span, u.user_id, sum(u.events) as events, sum(u.calls) as calls, sum(u.coins) as coins
       from usage_window w join usage_by_user u on u.grain = w.grain and u.at >= w.first_at group by 1, 2
     ) true_sums using (span, user_id)
     where (kept.events, kept.calls, kept.coins) is distinct from (true_sums.events, true_sums.calls, true_sums.coins)`,
  );
}

test("an event is added once, however often the sums are asked for", async () => {
  const [user] = users;
  await storeEvents([{ ts: now, userId: user?.userId ?? 0, tenantId: user?.tenantId ?? 0, coins: 7 }], { now });
  expect(await rollUp({ now })).toBe(0);
  const rows = await db.query<{ coins: bigint }>("select coins from usage_by_user where grain = 'day'");
  expect(rows).toEqual([{ coins: 7n }]);
});
