import { randomUUID } from "node:crypto";
import { once } from "node:events";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { choosePorts, processorSeconds, startWeb } from "../processes";
import { figure, heading, quantile } from "../report";
import { aBody, aSender, type Send } from "./sender";
import { fillUsers, MODELS, USERS } from "./world";

const BATCH = 1_000;
const BATCHES = 200;
const SENDERS = 4;
const SMALL_BATCH = 10;
const SMALL_SENDERS = 100;
const SMALL_SECONDS = 10;
const ROUNDS = 3;
/** The rows of a COPY are built in advance; only few differ, so that they need little memory. */
const COPY_COLUMNS = `ts, received_at, source_id, user_id, tenant_id, model_id, calls, latency_ms, prompt_tokens,
  generated_tokens, cache_read_tokens, cache_creation_tokens, coins, completed, unpriced, kind, key`;

/**
 * POST /v1/usage of one web process, durable, compared with a bare COPY of the same rows into a table with the same
 * indexes, in turns.
 */
export async function benchIntake(): Promise<void> {
  heading(`POST /v1/usage, one web process: ${BATCHES} batches of ${BATCH}, ${SENDERS} at once`);
  await fillUsers();
  const web = await startWeb(env.DATABASE_URL, await choosePorts());
  const send = await aSender(web.origin);
  try {
    const copied: number[] = [];
    const taken: number[] = [];
    const before = processorSeconds(web.pid);
    for (let round = 0; round < ROUNDS; round += 1) {
      copied.push(await copyRate());
      taken.push(await sendRate(send));
    }
    const webMs = (1000 * (processorSeconds(web.pid) - before)) / (ROUNDS * BATCHES);
    figure("web's processor time a batch of 1000, ms", webMs.toFixed(1));
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

/** Bodies are built in advance, like the rows of the COPY, because the sender's work is not measured. */
async function sendRate(send: Send): Promise<number> {
  const bodies = Array.from({ length: BATCHES }, () => aBody(BATCH));
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (let body = bodies.pop(); body; body = bodies.pop()) await send(body, BATCH);
    }),
  );
  return (BATCHES * BATCH) / ((performance.now() - startedMs) / 1000);
}

async function smallBatches(send: Send): Promise<void> {
  const times: number[] = [];
  const endMs = performance.now() + SMALL_SECONDS * 1000;
  await Promise.all(
    Array.from({ length: SMALL_SENDERS }, async () => {
      for (let startedMs = performance.now(); startedMs < endMs; startedMs = performance.now()) {
        await send(aBody(SMALL_BATCH), SMALL_BATCH);
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

/** Events a second of COPY, with a commit for each thousand. */
export async function copyRate(): Promise<number> {
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
