import { randomUUID } from "node:crypto";
import { once } from "node:events";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { db } from "~/db.server";
import { hashOfSecret } from "~/domain/accounts/secret.server";
import { env } from "~/env.server";
import { choosePorts, startWeb } from "./processes";
import { figure, heading, quantile } from "./report";
import { fillUsers, MODELS, USERS } from "./usage-world";

const BATCH = 1_000;
const BATCHES = 200;
const SENDERS = 4;
const SMALL_BATCH = 10;
const SMALL_SENDERS = 100;
const SMALL_SECONDS = 10;
const ROUNDS = 3;
/** The rows of a COPY are made beforehand; only few differ, so that they need little memory. */
const COPY_COLUMNS = `ts, received_at, source_id, user_id, tenant_id, model_id, calls, latency_ms, prompt_tokens,
  generated_tokens, cache_read_tokens, cache_creation_tokens, coins, completed, unpriced, kind, key`;

/** POST /v1/usage of one web process, durable, against a bare COPY of such rows into a table with the same indexes, in turns. */
export async function benchIntake(): Promise<void> {
  heading(`POST /v1/usage, one web process: ${BATCHES} batches of ${BATCH}, ${SENDERS} at once`);
  await fillUsers();
  const key = await plantKey();
  const web = await startWeb(env.DATABASE_URL, await choosePorts());
  const send = async (count: number) => {
    const response = await fetch(`${web.origin}/v1/usage`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ events: Array.from({ length: count }, anEvent) }),
    });
    const answer = (await response.json()) as { accepted?: number };
    if (answer.accepted !== count) throw new Error(`answered ${response.status}: ${JSON.stringify(answer)}`);
  };
  try {
    const copied: number[] = [];
    const taken: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      copied.push(await copyRate());
      taken.push(await sendRate(send));
    }
    const [copy, intake] = [Math.max(...copied), Math.max(...taken)];
    figure("bare COPY with the same indexes, events/s", copy.toFixed(0));
    figure("POST /v1/usage, events/s", intake.toFixed(0), "at least 15000");
    figure("ratio", (intake / copy).toFixed(2), "at least 0.35");
    await smallBatches(send);
    const [stored] = await db.query<{ count: number }>(`select count(*)::int as count from usage_event`);
    figure("events stored", String(stored?.count));
  } finally {
    await web.stop();
  }
}

/** As a gateway would send it. */
function anEvent() {
  return {
    key: randomUUID(),
    ts: Math.floor(Date.now() / 1000),
    model: `vendor-${(1 + Math.floor(Math.random() * MODELS)) % 7}/bench.x`,
    user: `bench-user-${1 + Math.floor(Math.random() * USERS)}@bench.example`,
    kind: "chat",
    prompt_tokens: 1200,
    generated_tokens: 300,
    cache_read_input_tokens: 400,
    coins: 900,
    latency_ms: 850,
  };
}

async function sendRate(send: (count: number) => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  let left = BATCHES;
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      while (left-- > 0) await send(BATCH);
    }),
  );
  return (BATCHES * BATCH) / ((performance.now() - startedMs) / 1000);
}

async function smallBatches(send: (count: number) => Promise<void>): Promise<void> {
  const times: number[] = [];
  const endMs = performance.now() + SMALL_SECONDS * 1000;
  await Promise.all(
    Array.from({ length: SMALL_SENDERS }, async () => {
      for (let startedMs = performance.now(); startedMs < endMs; startedMs = performance.now()) {
        await send(SMALL_BATCH);
        times.push(performance.now() - startedMs);
      }
    }),
  );
  figure(
    `${SMALL_SENDERS} senders of batches of ${SMALL_BATCH}, requests/s`,
    (times.length / SMALL_SECONDS).toFixed(0),
    "at least 500",
  );
  figure("p99, ms", quantile(times, 0.99).toFixed(0), "at most 250");
}

/** A service key with its source. */
async function plantKey(): Promise<string> {
  const key = `mr_${"bench".padEnd(43, "x")}`;
  await db.query(
    `with admin as (
       update user_account set role = 'admin' where id = (select min(id) from user_account) returning id, tenant_id
     ), source as (
       insert into usage_source (name, created_by) select 'bench', id from admin returning id)
     insert into api_key (tenant_id, user_id, scope, hash, encrypted, last4, source_id)
     select admin.tenant_id, admin.id, 'usage', $1, '', 'xxxx', source.id from admin, source`,
    [hashOfSecret(key)],
  );
  return key;
}

/** Events a second of COPY, each thousand committed on its own. */
async function copyRate(): Promise<number> {
  await db.query(`drop table if exists bench_copy`);
  await db.query(`create table bench_copy (like usage_event including all)`);
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  const batches = Array.from({ length: BATCHES }, () => Array.from({ length: BATCH }, aRow).join(""));
  const startedMs = performance.now();
  for (const batch of batches) {
    const stream = client.query(copyFrom(`copy bench_copy (${COPY_COLUMNS}) from stdin`));
    stream.end(batch);
    await once(stream, "finish");
  }
  const seconds = (performance.now() - startedMs) / 1000;
  await client.end();
  return (BATCHES * BATCH) / seconds;
}

function aRow(): string {
  const now = new Date().toISOString();
  const user = 1 + Math.floor(Math.random() * USERS);
  const model = 1 + Math.floor(Math.random() * MODELS);
  return `${[now, now, 1, user, user, model, 1, 850, 1200, 300, 400, 0, 900, "t", "f", "chat", randomUUID()].join("\t")}\n`;
}
