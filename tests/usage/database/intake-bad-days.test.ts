import fc from "fast-check";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db, pool } from "~/platform/db.server";
import { storeInLine } from "~/usage/inside/intake/batch-line.server";
import { readEvent } from "~/usage/inside/intake/event";
import { storeBatches } from "~/usage/inside/intake/store-batches.server";
import { aTenant, type TenantInWorld } from "../../support/world";
import { dyingAt } from "../../worker/lifecycle/deaths";
import { aServiceKey, anEvent, meterOf, send, storedOf } from "./support/sending";

let admin: TenantInWorld;
let key: string;
let sourceId: number;
let users: TenantInWorld[];

beforeAll(async () => {
  admin = await aTenant({ role: "admin" });
  key = await aServiceKey(admin);
  await send(key, [anEvent(admin)]);
  const [source] = await db.query<{ id: number }>("select id from usage_source order by id desc limit 1");
  sourceId = source?.id ?? 0;
});
beforeEach(async () => {
  users = await Promise.all([aTenant({ dollars: 0 }), aTenant({ dollars: 0 }), aTenant({ dollars: 0 })]);
});

const batchOf = (events: readonly unknown[], now = new Date()) => ({
  sourceId,
  events: events.map((one) => readEvent(one, now)),
  receivedAt: now,
});

test("the same batch in two concurrent processes counts once", async () => {
  for (let round = 0; round < 5; round += 1) {
    const events = Array.from({ length: 60 }, (_, at) => anEvent(users[at % 3] as TenantInWorld));
    // Outside the line of this process, like another process: each has its own transaction.
    const answers = await Promise.all(
      [events, events.toReversed(), events].map((sent) => storeBatches([batchOf(sent)])),
    );
    const taken = answers.flat();
    expect(taken.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(60);
    expect(taken.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(120);
    expect(taken.flatMap(({ rejected }) => rejected)).toEqual([]);
  }
  for (const { tenantId } of users) {
    expect(await storedOf(tenantId)).toEqual({ events: 100, coins: 5_000 });
    expect(await meterOf(tenantId)).toEqual({ unposted: 5_000, monthCoins: 5_000 });
  }
});

test("concurrent batches share transactions, and each has its own answer", async () => {
  const [one] = users as [TenantInWorld];
  const before = await commits();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      storeInLine(batchOf([anEvent(one), anEvent(one, { key: "shared" }), anEvent(one, { coins: at })])),
    ),
  );
  expect(answers.filter(({ accepted }) => accepted === 3)).toHaveLength(1);
  expect(answers.every(({ accepted, duplicates, rejected }) => accepted + duplicates + rejected.length === 3)).toBe(
    true,
  );
  const stored = answers.reduce((sum, { accepted }) => sum + accepted, 0);
  expect((await storedOf(one.tenantId)).events).toBe(stored);
  expect((await commits()) - before).toBeLessThan(20);
});

test("a failed shared transaction is retried one by one, so that only the faulty batch fails", async () => {
  const [one] = users as [TenantInWorld];
  const lost = (done: (error: Error) => void) => done(new Error("lost"));
  const spy = vi.spyOn(pool, "connect").mockImplementationOnce(lost as never);
  const first = storeInLine(batchOf([anEvent(one)]));
  const rest = Array.from({ length: 5 }, () => storeInLine(batchOf([anEvent(one)])));
  // A batch that can never be stored.
  const impossible = storeInLine({ ...batchOf([anEvent(one)]), sourceId: 2 ** 40 });
  const outcomes = await Promise.allSettled([first, ...rest, impossible]);
  spy.mockRestore();
  expect(outcomes.map(({ status }) => status)).toEqual([...Array<string>(6).fill("fulfilled"), "rejected"]);
  expect((await storedOf(one.tenantId)).events).toBe(6);
});

test("a crash at each statement leaves nothing half done, and the retry counts once", async () => {
  const events = users.map((user) => anEvent(user, { coins: undefined, model: `new-${user.tenantId}` }));
  const sent = [...events, anEvent("nobody@test.example")];
  let deaths = 0;
  for (let nth = 1; nth < 60; nth += 1) {
    const before = await everything();
    if ((await dyingAt(nth, () => storeBatches([batchOf(sent)]))) === "done") break;
    deaths += 1;
    expect(await everything()).toBe(before);
  }
  expect(deaths).toBeGreaterThan(8);
  const [again] = await storeBatches([batchOf(sent)]);
  expect(again).toMatchObject({ accepted: 0, duplicates: 3, rejected: [{ index: 3 }] });
  for (const { tenantId } of users) expect((await storedOf(tenantId)).events).toBe(1);
});

const hostile = fc.record(
  {
    key: fc.oneof(
      { arbitrary: fc.constantFrom("k1", "k2", "k3", "k'4", '"}\\'), weight: 3 },
      fc.string({ maxLength: 70 }),
      fc.anything(),
    ),
    ts: fc.oneof({ arbitrary: fc.integer({ min: -8 * 86_400, max: 400 }), weight: 4 }, fc.anything()),
    model: fc.oneof({ arbitrary: fc.constantFrom("code-7b", "a/b_c.d"), weight: 4 }, fc.string(), fc.anything()),
    user: fc.oneof({ arbitrary: fc.constantFrom(0, 1, 2), weight: 4 }, fc.string(), fc.anything()),
    kind: fc.oneof({ arbitrary: fc.constantFrom("chat", "agent", "completion"), weight: 6 }, fc.anything()),
    coins: fc.oneof(
      { arbitrary: fc.nat(1_000), weight: 4 },
      fc.constantFrom(undefined, 1e12, -1, "5", 1.5),
      fc.anything(),
    ),
    prompt_tokens: fc.oneof(fc.nat(1_000_000), fc.constantFrom(1e12, undefined, null), fc.anything()),
    client_version: fc.oneof(fc.constant(undefined), fc.string({ maxLength: 45 })),
    hold: fc.oneof(fc.constant(undefined), fc.uuid(), fc.anything()),
  },
  { requiredKeys: ["key", "ts", "model", "user", "kind"] },
);

const plain = fc.record({
  key: fc.uuid(),
  ts: fc.integer({ min: -7 * 86_400 + 60, max: 290 }),
  model: fc.constantFrom("code-7b", "a/b_c.d"),
  user: fc.constantFrom(0, 1, 2),
  kind: fc.constantFrom("chat", "agent"),
  coins: fc.nat(1_000),
});

test("10,000 hostile events: the answers' counts equal the stored ones, and coins equal the events' coins and the meters", async () => {
  const totals = { accepted: 0, duplicates: 0, rejected: 0 };
  let run = 0;
  const tenants = users.map(({ tenantId }) => tenantId);
  const sums = async () => {
    const [row] = await db.query<{ events: number; coins: string; unposted: string; noted: number }>(
      `select (select count(*)::int from usage_event where tenant_id = any($1)) as events,
         (select coalesce(sum(coins), 0)::text from usage_event where tenant_id = any($1)) as coins,
         (select coalesce(sum(unposted), 0)::text from coin_meter where tenant_id = any($1)) as unposted,
         (select count(*)::int from usage_key where source_id = $2) as noted`,
      [tenants, sourceId],
    );
    return row ?? { events: 0, coins: "", unposted: "", noted: 0 };
  };
  const start = await sums();
  await fc.assert(
    fc.asyncProperty(batchesOf(fc.oneof(hostile, plain)), async (batches) => {
      run += 1;
      const now = new Date();
      const sent = batches.map((events) =>
        events.map(({ ts, user, key: name, ...event }) => ({
          ...event,
          key: typeof name === "string" && name.startsWith("k") ? `${run % 40}-${name}` : name,
          ts: typeof ts === "number" ? Math.floor(now.getTime() / 1000) + ts : ts,
          user: typeof user === "number" ? (users[user]?.email ?? user) : user,
        })),
      );
      // Each is sent again, as by a client that did not receive the answer.
      const twice = [...sent, ...sent];
      const answers = await Promise.all(twice.map((events) => storeInLine(batchOf(events, now))));
      answers.forEach(({ accepted, duplicates, rejected }, at) => {
        expect(accepted + duplicates + rejected.length).toBe(twice[at]?.length);
        totals.accepted += accepted;
        totals.duplicates += duplicates;
        totals.rejected += rejected.length;
      });
    }),
    { numRuns: 100 },
  );
  const end = await sums();
  expect(end.events).toBe(totals.accepted);
  expect(end.noted - start.noted).toBe(totals.accepted);
  expect(end.unposted).toBe(end.coins);
  const [noted] = await db.query<{ accepted: number; duplicates: number; rejected: number }>(
    `select sum(accepted)::int as accepted, sum(duplicates)::int as duplicates, sum(rejected)::int as rejected
     from usage_intake where source_id = $1`,
    [sourceId],
  );
  expect(noted?.rejected).toBeGreaterThanOrEqual(totals.rejected);
  const { accepted, duplicates, rejected } = totals;
  expect(accepted + duplicates + rejected).toBeGreaterThan(10_000);
  expect([accepted > 500, duplicates > 500, rejected > 500]).toEqual([true, true, true]);
});

function batchesOf<Event>(event: fc.Arbitrary<Event>): fc.Arbitrary<Event[][]> {
  return fc.array(fc.array(event, { minLength: 10, maxLength: 40, size: "max" }), { minLength: 1, maxLength: 4 });
}

async function commits(): Promise<number> {
  const [row] = await db.query<{ count: number }>(`select count(distinct xmin::text)::int as count from usage_event`);
  return row?.count ?? 0;
}

async function everything(): Promise<string> {
  const [row] = await db.query<{ all: unknown }>(
    `select json_build_array((select count(*) from usage_event), (select count(*) from usage_key), (select count(*) from usage_model),
       (select json_agg(m order by tenant_id) from coin_meter m), (select json_agg(i order by source_id, minute) from usage_intake i),
       (select json_agg(r order by source_id, reason) from usage_rejection r)) as all`,
  );
  return JSON.stringify(row?.all);
}
