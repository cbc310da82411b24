import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { createHold } from "~/usage/inside/budgets/create-hold.server";
import { pruneHolds } from "~/usage/prune-holds.server";
import { Refusal } from "~/platform/refusal";
import { call, type CallOptions, read } from "../../contract/support/call";
import { failedCall, openAiCall } from "../../support/lite-llm-payloads";
import { aTenant, type TenantInWorld } from "../../support/world";
import { storeEvents } from "../../support/usage-events";
import { aServiceKey, anEvent, send } from "./support/sending";

let admin: TenantInWorld;
let key: string;

beforeAll(async () => {
  admin = await aTenant({ role: "admin" });
  key = await aServiceKey(admin);
});

async function aLimited(coins: number, hard = true): Promise<TenantInWorld> {
  const tenant = await aTenant({ dollars: 0 });
  await db.query(`insert into coin_budget (tenant_id, coins, hard) values ($1, $2, $3)`, [
    tenant.tenantId,
    coins,
    hard,
  ]);
  return tenant;
}

async function ask(json: object, more: CallOptions = {}) {
  const response = await call("/v1/usage/holds", { key, json, ...more });
  return {
    status: response.status,
    body: await read<{ hold: string; left: number | null; expires_at: string }>(response),
  };
}

test("a hold is granted, its event releases the rest, and beyond the limit is 402 with the rest", async () => {
  const tenant = await aLimited(1_000);
  const before = Date.now();
  const first = await ask({ user: tenant.email, coins: 700 });
  expect([first.status, first.body]).toMatchObject([201, { retcode: "OK", coins: 700, left: 300 }]);
  expect(Date.parse(first.body.expires_at) - before).toBeGreaterThanOrEqual(59_000);
  const refused = await ask({ user: tenant.tenantName, coins: 301 });
  expect([refused.status, refused.body]).toEqual([
    402,
    { retcode: "ERROR", human_readable_message: "The monthly limit of coins does not cover this.", left: 300 },
  ]);
  expect((await send(key, [anEvent(tenant, { hold: first.body.hold, coins: 200 })])).body).toMatchObject({
    accepted: 1,
  });
  expect((await ask({ user: tenant.email, coins: 800 })).body).toMatchObject({ left: 0 });
  const [settled] = await db.query(
    `select spent::int as spent, settled_at is not null as settled from usage_hold where id = $1`,
    [first.body.hold],
  );
  expect(settled).toEqual({ spent: 200, settled: true });
});

test("an expired hold has freed itself; an unknown or foreign one rejects no event", async () => {
  const [tenant, other] = [await aLimited(1_000), await aLimited(1_000)];
  const now = new Date();
  const early = new Date(now.getTime() - 61_000);
  const over = await createHold({ user: tenant.email, coins: 1_000, ttlS: 60, ofTenant: null, now: early });
  const { body } = await ask({ user: tenant.email, coins: 900, ttl_s: 3600 });
  expect(body.left).toBe(100);
  const events = [
    anEvent(tenant, { hold: over.hold, coins: 10 }),
    anEvent(tenant, { hold: "00000000-0000-4000-8000-000000000000", coins: 10 }),
    anEvent(other, { hold: body.hold, coins: 10 }),
  ];
  expect((await send(key, events)).body).toMatchObject({ accepted: 3 });
  const [foreign] = await db.query(`select settled_at, spent from usage_hold where id = $1`, [body.hold]);
  expect(foreign).toEqual({ settled_at: null, spent: null });
});

test("a failed attempt that a gateway repeats leaves the hold to the repetition", async () => {
  const tenant = await aLimited(1_000);
  const { hold } = (await ask({ user: tenant.email, coins: 700 })).body;
  const endTime = Date.now() / 1000;
  const metadata = { user_api_key_user_email: tenant.email, spend_logs_metadata: { millrace_hold: hold } };
  const attempt = (call: object, id: string) => ({ ...call, id, startTime: endTime - 1, endTime, metadata });
  expect((await send(key, [attempt(failedCall, `first-${hold}`)])).body).toMatchObject({ accepted: 1 });
  expect(await ask({ user: tenant.email, coins: 1_000 })).toMatchObject({ status: 402, body: { left: 300 } });
  expect((await send(key, [attempt(openAiCall, `second-${hold}`)])).body).toMatchObject({ accepted: 1 });
  expect((await ask({ user: tenant.email, coins: 301 })).status).toBe(201);
});

test("a response in the background keeps the hold until its tokens are known", async () => {
  const tenant = await aLimited(1_000);
  const { hold } = (await ask({ user: tenant.email, coins: 700 })).body;
  const spend_logs_metadata = { millrace_hold: hold };
  const end = Math.floor(Date.now() / 1000);
  const log = (call_type: string, tokens: number) => ({
    ...{ ...openAiCall, call_type, id: "resp_held", startTime: end - 5, endTime: end, response: {} },
    ...{ prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens },
    metadata: {
      ...openAiCall.metadata,
      ...{ user_api_key_user_email: tenant.email, usage_object: null, spend_logs_metadata },
    },
  });
  await send(key, [], { json: [log("aresponses", 0)] });
  expect((await ask({ user: tenant.email, coins: 301 })).body).toMatchObject({ left: 300 });
  expect((await send(key, [], { json: [log("aget_responses", 10)] })).body).toMatchObject({ accepted: 1 });
  expect((await ask({ user: tenant.email, coins: 1_000 })).status).toBe(201);
});

test("a tenant without a hard limit always gets one", async () => {
  const [soft, none] = [await aLimited(1, false), await aTenant({ dollars: 0 })];
  for (const user of [soft.email, none.tenantName]) {
    expect((await ask({ user, coins: 1_000_000 })).body).toMatchObject({ retcode: "OK", left: null });
  }
});

test("bad input is 422 with its field, keys of customers are 403, a workspace's token holds only for its own tenant", async () => {
  const tenant = await aLimited(1_000);
  const refused = async (json: object) => (await ask(json)).body;
  expect(await refused({ coins: 1 })).toMatchObject({ fields: { user: "No user with this email." } });
  expect(await refused({ user: "nobody@test.example", coins: 1 })).toMatchObject({
    fields: { user: "No user with this email." },
  });
  for (const coins of [0, -1, 1.5, "5", null, 1e13])
    expect(await refused({ user: tenant.email, coins })).toMatchObject({
      fields: { coins: "coins must be a whole number from 1 to 1000000000000." },
    });
  for (const ttl_s of [0, 3601, "60"])
    expect(await refused({ user: tenant.email, coins: 1, ttl_s })).toMatchObject({
      fields: { ttl_s: "ttl_s must be a whole number from 1 to 3600." },
    });
  expect((await ask({ user: tenant.email, coins: 1 }, { key: tenant.apiKey })).status).toBe(403);
  const token = await aServiceKey(tenant);
  await db.query(`update api_key set scope = 'inference' where user_id = $1 and scope = 'usage'`, [tenant.userId]);
  expect((await ask({ user: tenant.email, coins: 1 }, { key: token })).status).toBe(201);
  expect((await ask({ user: admin.email, coins: 1 }, { key: token })).body).toMatchObject({
    fields: { user: "No user with this email." },
  });
});

test("a meter that has begun the next month does not open the limit of this one", async () => {
  const tenant = await aLimited(1_000);
  const now = new Date("2026-01-31T23:58:00Z");
  const common = { userId: tenant.userId, tenantId: tenant.tenantId };
  await storeEvents([{ ...common, ts: new Date("2026-01-31T12:00:00Z"), coins: 900 }], { now });
  await db.query(`update coin_meter set unposted = 950, month = '2026-02-01', month_coins = 50 where tenant_id = $1`, [
    tenant.tenantId,
  ]);
  const asked = { user: tenant.email, coins: 101, ttlS: 60, ofTenant: null, now };
  await expect(createHold(asked)).rejects.toMatchObject({ details: { status: 402, body: { left: 100 } } });
  expect(await createHold({ ...asked, coins: 100 })).toMatchObject({ left: 0 });
});

test("1,000 concurrent holds never exceed a hard limit, whatever their events", async () => {
  const tenant = await aLimited(10_000);
  const now = new Date();
  const given: { hold: string; coins: number }[] = [];
  await Promise.all(
    Array.from({ length: 1_000 }, async (_, at) => {
      const coins = 1 + (at % 50);
      const hold = await createHold({ user: tenant.email, coins, ttlS: 600, ofTenant: null, now }).catch(passOver402);
      if (!hold) return;
      given.push(hold);
      if (at % 3 === 0) await send(key, [anEvent(tenant, { hold: hold.hold, coins: Math.floor(coins / 2) })]);
    }),
  );
  expect(given.length).toBeGreaterThan(300);
  await settledAtMost(tenant, 10_000);
  // The limit was used: the rest at each refusal did not cover the largest request.
  expect(given.reduce((sum, { coins }) => sum + coins, 0)).toBeGreaterThanOrEqual(10_000 - 50);
});

test("random holds and events that cost at most their hold stay below any limit", async () => {
  const step = fc.record({ coins: fc.integer({ min: 1, max: 400 }), spent: fc.option(fc.nat(400)) });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1_500 }), fc.array(step, { maxLength: 12 }), async (limit, steps) => {
      const tenant = await aLimited(limit);
      const now = new Date();
      await Promise.all(
        steps.map(async ({ coins, spent }) => {
          const hold = await createHold({ user: tenant.email, coins, ttlS: 60, ofTenant: null, now }).catch(
            passOver402,
          );
          if (hold && spent !== null)
            await send(key, [anEvent(tenant, { hold: hold.hold, coins: Math.min(spent, coins) })]);
        }),
      );
      await settledAtMost(tenant, limit);
    }),
    { numRuns: 25 },
  );
});

test("holds are deleted after 30 days", async () => {
  const tenant = await aTenant({ dollars: 0 });
  const old = new Date(Date.now() - 30 * 86_400_000 - 1_000);
  await createHold({ user: tenant.email, coins: 1, ttlS: 60, ofTenant: null, now: old });
  const kept = await createHold({ user: tenant.email, coins: 1, ttlS: 60, ofTenant: null, now: new Date() });
  await pruneHolds({ now: new Date() });
  await pruneHolds({ now: new Date() });
  expect(await db.query(`select id from usage_hold where tenant_id = $1`, [tenant.tenantId])).toEqual([
    { id: kept.hold },
  ]);
});

async function settledAtMost({ tenantId }: TenantInWorld, limit: number): Promise<void> {
  const [row] = await db.query<{ used: number }>(
    `select (coalesce((select month_coins from coin_meter where tenant_id = $1), 0)
       + coalesce((select sum(coins) from usage_hold where tenant_id = $1 and settled_at is null), 0))::int as used`,
    [tenantId],
  );
  expect(row?.used).toBeLessThanOrEqual(limit);
}

function passOver402(error: unknown): null {
  if (error instanceof Refusal && error.details.status === 402) return null;
  throw error;
}

test("a workspace that asks for thousands of holds at once delays no other's", async () => {
  const [busy, quiet] = [await aTenant({ dollars: 0 }), await aTenant({ dollars: 0 })];
  const askFor = ({ email, tenantId }: TenantInWorld) =>
    createHold({ user: email, coins: 1, ttlS: 60, ofTenant: tenantId, now: new Date() });
  let answered = 0;
  const flood = Array.from({ length: 3_000 }, () => askFor(busy).then(() => (answered += 1)));
  await askFor(quiet);
  expect(answered).toBeLessThan(1_500);
  await Promise.all(flood);
});
