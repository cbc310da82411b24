import fc from "fast-check";
import { db } from "~/platform/db.server";
import { type StoredEvent, storeEvents } from "../../support/usage-events";
import type { TenantInWorld } from "../../support/world";

const MINUTE_MS = 60_000;

/** Some events of a week, most of them recent, as if they had just arrived. */
export const aBatch = fc.array(
  fc.record({
    agoS: fc.oneof(fc.integer({ min: -299, max: 7_200 }), fc.integer({ min: 0, max: 7 * 86_400 })),
    user: fc.nat({ max: 2 }),
    model: fc.constantFrom("code-7b", "a/b_c.d", "x"),
    kind: fc.constantFrom("chat", "agent", "completion"),
    calls: fc.integer({ min: 1, max: 5 }),
    prompt: fc.nat(1_000_000),
    generated: fc.nat(1_000),
    cacheRead: fc.nat(1_000),
    coins: fc.nat(10_000),
    completed: fc.boolean(),
    latencyMs: fc.option(fc.nat(100_000), { nil: undefined }),
    batchSize: fc.option(fc.nat(16), { nil: undefined }),
    busyPct: fc.option(fc.nat(100), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 8 },
);

type Drawn = typeof aBatch extends fc.Arbitrary<infer Batch> ? Batch : never;

/** Stores them at a given time, for these users. */
export async function storeDrawn(
  batch: Drawn,
  users: TenantInWorld[],
  at: Date,
  { summed = true } = {},
): Promise<void> {
  await storeEvents(
    batch.map(({ agoS, user, ...event }): StoredEvent => {
      const { userId, tenantId } = users[user] as TenantInWorld;
      return { ...event, userId, tenantId, ts: new Date(at.getTime() - agoS * 1_000) };
    }),
    { now: at, summed },
  );
}

/** That number of minutes later. */
export function later(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * MINUTE_MS);
}

/** No usage at all: neither events nor sums, and no coins in the ledger. */
export async function forgetUsage(): Promise<void> {
  await db.query(
    `truncate usage_event, usage_key, usage_by_model, usage_by_user, usage_latency,
      usage_user_window, usage_day_users, coin_meter`,
  );
  await db.query(`update usage_window set first_at = '-infinity'`);
}
