import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import pg from "pg";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { GRAINS } from "~/usage/grains";
import { STORE_EVENTS } from "~/usage/event-order.server";
import { rollUp } from "~/usage/roll-up.server";
import { recordActiveWithin } from "~/staff/record-active.server";
import { storeEvents } from "../../support/usage-events";
import { aTenant, type TenantInWorld } from "../../support/world";

const now = new Date("2026-03-31T12:00:30Z");
let users: TenantInWorld[];

beforeEach(async () => {
  await db.query(
    "truncate usage_event, usage_by_model, usage_by_user, usage_latency, usage_day_users, usage_user_window",
  );
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

test("the sums of every grain equal the events, however they arrived", async () => {
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

/** Users whose sums over a window differ from those of its points. */
async function windowsThatDiffer(): Promise<unknown[]> {
  return await db.query(
    `select span, user_id, kept.events as kept, true_sums.events as truth from (
       select user_id, span, events, calls, coins from usage_user_window cross join lateral (values
         ('100m', events_100m, calls_100m, coins_100m), ('100h', events_100h, calls_100h, coins_100h),
         ('30d', events_30d, calls_30d, coins_30d), ('60d', events_60d, calls_60d, coins_60d),
         ('12mo', events_12mo, calls_12mo, coins_12mo)) windows(span, events, calls, coins)) kept
     full join (
       select w.span, u.user_id, sum(u.events) as events, sum(u.calls) as calls, sum(u.coins) as coins
       from usage_window w join usage_by_user u on u.grain = w.grain and u.at >= w.first_at group by 1, 2
     ) true_sums using (span, user_id)
     where (kept.events, kept.calls, kept.coins)
       is distinct from (coalesce(true_sums.events, 0), coalesce(true_sums.calls, 0), coalesce(true_sums.coins, 0))`,
  );
}

test("an event is added once, however often the roll-up runs", async () => {
  const [user] = users;
  await storeEvents([{ ts: now, userId: user?.userId ?? 0, tenantId: user?.tenantId ?? 0, coins: 7 }], { now });
  expect(await rollUp({ now })).toBe(0);
  const rows = await db.query<{ coins: bigint }>("select coins from usage_by_user where grain = 'day'");
  expect(rows).toEqual([{ coins: 7n }]);
});

/** One event of the first user, 7 coins. */
const anEventAt = (ts: Date) => {
  const [user] = users as [TenantInWorld];
  return { ts, userId: user.userId, tenantId: user.tenantId, coins: 7 };
};

async function coinsOf(grain: string): Promise<number> {
  const [row] = await db.query<{ coins: number }>(
    "select coalesce(sum(coins), 0)::int as coins from usage_by_user where grain = $1",
    [grain],
  );
  return row?.coins ?? -1;
}

test("an event whose transaction began before others were summed is summed later, and nothing waits for it", async () => {
  const writer = new pg.Client({ connectionString: env.DATABASE_URL });
  await writer.connect();
  await storeEvents([anEventAt(now)], { now });
  await writer.query("begin");
  await writer.query(STORE_EVENTS);
  await writer.query(
    `insert into usage_event (ts, received_at, source_id, user_id, tenant_id, model_id, calls, prompt_tokens, generated_tokens,
       cache_read_tokens, cache_creation_tokens, coins, completed, unpriced, kind, key)
     select ts, ts, 0, user_id, tenant_id, model_id, 1, 0, 0, 0, 0, 100, true, false, kind, 'slow' from usage_event`,
  );
  // A later event, with a larger id, commits first.
  await storeEvents([anEventAt(now)], { now, summed: false });
  expect(await rollUp({ now })).toBe(0);
  await writer.query("commit");
  await writer.end();
  expect(await rollUp({ now })).toBe(2);
  expect(await coinsOf("day")).toBe(114);
});

test("two leaders at once add each event once", async () => {
  await storeEvents(
    Array.from({ length: 40 }, () => anEventAt(now)),
    { now, summed: false },
  );
  const added = await Promise.all([1, 2, 3].map(() => rollUp({ now })));
  expect(added.sort()).toEqual([0, 0, 40]);
  expect(await coinsOf("month")).toBe(280);
});

test("interrupted after the sums or after the active days, it leaves nothing and the next adds all", async () => {
  const [user] = users as [TenantInWorld];
  await storeEvents([anEventAt(now)], { now, summed: false });
  const cut = async () => await Promise.reject(new Error("cut off"));
  await expect(rollUp({ now, recordActive: cut })).rejects.toThrow("cut off");
  await db.query("alter table usage_cursor add constraint cut_off check (event_id < 0) not valid");
  await expect(rollUp({ now, recordActive: recordActiveWithin })).rejects.toThrow("cut_off");
  const days = () => db.query("select day::text from active_day where user_id = $1", [user.userId]);
  expect([await coinsOf("minute"), await days()]).toEqual([0, []]);
  await db.query("alter table usage_cursor drop constraint cut_off");
  expect(await rollUp({ now, recordActive: recordActiveWithin })).toBe(1);
  expect([await coinsOf("minute"), await days()]).toEqual([7, [{ day: "2026-03-31" }]]);
});

test("a clock that jumps months ahead and back skips no event and leaves the windows right", async () => {
  await storeEvents([anEventAt(now)], { now });
  for (const days of [200, 40, 0, -3, 0]) {
    const jumped = new Date(now.getTime() + days * 86_400_000);
    await rollUp({ now: jumped });
    await storeEvents([anEventAt(now)], { now: jumped });
    expect(await windowsThatDiffer()).toEqual([]);
  }
  await rollUp({ now });
  expect([await coinsOf("day"), await coinsOf("minute")]).toEqual([42, 42]);
  const [window] = await db.query("select calls_100m::int as calls from usage_user_window");
  expect(window).toEqual({ calls: 6 });
});

test("a user who was renamed or closed keeps the old sums, and new events are added", async () => {
  const [user] = users as [TenantInWorld];
  await storeEvents([anEventAt(now)], { now });
  await db.query("update user_account set state = 'closed', email = null where id = $1", [user.userId]);
  await storeEvents([anEventAt(now)], { now, summed: false });
  expect(await rollUp({ now, recordActive: recordActiveWithin })).toBe(1);
  expect(await coinsOf("hour")).toBe(14);
});

test("what a worker of the version before adds to its table of windows counts in the new one", async () => {
  const [user] = users;
  await storeEvents([{ ts: now, userId: user?.userId ?? 0, tenantId: user?.tenantId ?? 0, coins: 7 }], { now });
  await rollUp({ now });
  const write = (events: number) =>
    db.query(
      `insert into usage_window_user as w (span, user_id, events, calls, coins) values ('30d', $1, $2, $2, $2)
       on conflict (span, user_id) do update set events = w.events + excluded.events, calls = w.calls + excluded.calls,
         coins = w.coins + excluded.coins`,
      [user?.userId, events],
    );
  await write(2);
  await write(3);
  expect(await readWindow()).toEqual({ events: 6, coins: 12, others: 1 });
  await db.query("delete from usage_window_user");
  expect(await readWindow()).toEqual({ events: 1, coins: 7, others: 1 });
});

async function readWindow() {
  const [row] = await db.query(
    `select events_30d::int as events, coins_30d::int as coins, events_60d::int as others from usage_user_window`,
  );
  return row;
}
