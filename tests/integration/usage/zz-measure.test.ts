import { expect, test } from "vitest";
import { db, pool } from "~/db.server";
import { createTenant } from "~/domain/accounts/create-tenant.server";
import { storeInLine } from "~/domain/usage/batch-line.server";
import { takeIn } from "~/domain/usage/take-in.server";
import { readEvent } from "~/domain/usage/event";
import { eventsIn, valueInText } from "~/domain/usage/sent-events.server";
import { aTenant } from "../../support/world";
import { aServiceKey, anEvent, send } from "./support/sending";

test("measure", async () => {
  const admin = await aTenant({ role: "admin" });
  const key = await aServiceKey(admin);
  await send(key, [anEvent(admin)]);
  const [source] = await db.query<{ id: number }>("select id from usage_source limit 1");
  const sourceId = source?.id ?? 0;
  await db.query(`insert into tenant (tenant_name) select 'bench-' || n from generate_series(1, 20000) n`);
  await db.query(`insert into user_account (tenant_id, name, email, state) select t.id, 'x', t.tenant_name || '@bench.example', 'active' from tenant t where tenant_name like 'bench-%'`);
  await db.query("analyze");
  let n = 0;
  const batch = (size: number) => Array.from({ length: size }, () => {
    n += 1;
    return { key: `bench-key-${n}`, ts: Math.floor(Date.now() / 1000) - (n % 1000), model: `model-${n % 40}`, user: `bench-${1 + ((n * 7919) % 20000)}@bench.example`, kind: "chat", prompt_tokens: n % 5000, generated_tokens: n % 300, cache_read_input_tokens: n % 100, latency_ms: n % 4000, coins: n % 3 ? n % 700 : undefined };
  });
  const original = pool.connect.bind(pool) as () => Promise<never>;
  let dbMs = 0;
  const by = new Map<string, number>();
  (pool as unknown as { connect: unknown }).connect = async (...given: unknown[]) => {
    if (given.length > 0) return (original as (...all: unknown[]) => unknown)(...given);
    const client = (await original()) as { query: (...all: unknown[]) => Promise<unknown> };
    const query = client.query.bind(client);
    return new Proxy(client, { get: (target, name) => {
      if (name === "query") return async (...all: unknown[]) => {
        const started = performance.now();
        try { return await query(...all); } finally {
          const took = performance.now() - started; dbMs += took;
          const text = (typeof all[0] === "string" ? all[0] : (all[0] as { text: string }).text).trim().slice(0, 60);
          by.set(text, (by.get(text) ?? 0) + took);
        }
      };
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    } });
  };
  for (let at = 0; at < 10; at += 1) await takeIn({ sourceId, events: batch(1000), validate: false, now: new Date() });
  const rounds = 30;
  dbMs = 0; by.clear();
  let total = 0; let parse = 0; const cpu = process.cpuUsage();
  const each: number[] = [];
  for (let at = 0; at < rounds; at += 1) {
    const text = JSON.stringify({ events: batch(1000) });
    const started = performance.now();
    const events = eventsIn(valueInText(text)) ?? [];
    parse += performance.now() - started;
    await takeIn({ sourceId, events, validate: false, now: new Date() });
    each.push(performance.now() - started);
    total += performance.now() - started;
  }
  const used = process.cpuUsage(cpu);
  each.sort((a, b) => a - b);
  console.log("per batch of 1000: total", (total / rounds).toFixed(1), "median", each[15]?.toFixed(1), "statements ms", (dbMs / rounds).toFixed(1), "JSON parse", (parse / rounds).toFixed(2), "cpu of node", (used.user / 1000 / rounds).toFixed(1), "+", (used.system / 1000 / rounds).toFixed(1));
  console.log([...by].sort((a, b) => b[1] - a[1]).map(([text, ms]) => `${(ms / rounds).toFixed(2)} ms ${text}`).join("\n"));
  const given = batch(1000);
  const now = new Date();
  for (let at = 0; at < 20; at += 1) given.map((one) => readEvent(one, now));
  const s = performance.now();
  for (let at = 0; at < 50; at += 1) given.map((one) => readEvent(one, now));
  console.log("reading 1000 events", ((performance.now() - s) / 50).toFixed(2), "ms");
  const startedAll = performance.now();
  const took: number[] = [];
  let requests = 0;
  await Promise.all(Array.from({ length: 100 }, async () => {
    for (let at = 0; at < 20; at += 1) {
      const started = performance.now();
      const events = batch(10).map((one) => readEvent(one, new Date()));
      await storeInLine({ sourceId, events, receivedAt: new Date() });
      took.push(performance.now() - started); requests += 1;
    }
  }));
  const seconds = (performance.now() - startedAll) / 1000;
  took.sort((a, b) => a - b);
  console.log("100 at once, batches of 10:", (requests / seconds).toFixed(0), "requests/s, p50", took[took.length >> 1]?.toFixed(0), "p99", took[Math.floor(took.length * 0.99)]?.toFixed(0), "ms");
  const big = performance.now();
  await Promise.all(Array.from({ length: 30 }, () => takeIn({ sourceId, events: batch(1000), validate: false, now: new Date() })));
  console.log("30 batches of 1000 at once:", (30_000 / ((performance.now() - big) / 1000)).toFixed(0), "events/s");
  expect(createTenant).toBeDefined();
}, 300_000);
