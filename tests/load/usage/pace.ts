import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { choosePorts, processorSeconds, startWeb, startWorker } from "../processes";
import { figure, heading, quantile } from "../report";
import { aBody, aSender, type Send } from "./sender";

const SENDERS = 4;
const BATCH = 1_000;
const SECONDS = 15;
const BODIES = 400;
const STEPS = [2_000, 5_000];

/**
 * Checks whether the sums keep pace with an intake: sent, summed and waiting events, at full speed and at fixed rates.
 */
export async function benchPace(): Promise<void> {
  heading(`Sums beside an intake of ${SECONDS} s: one web process, one worker, PostgreSQL`);
  const ports = await choosePorts();
  const web = await startWeb(env.DATABASE_URL, ports);
  const worker = await startWorker(env.DATABASE_URL, ports);
  const send = await aSender(web.origin);
  try {
    await untilSummed();
    for (const rate of [...STEPS, Infinity]) {
      const [startedMs, workerBefore, first] = [performance.now(), processorSeconds(worker.pid), await readIds()];
      const waiting: number[] = [];
      const looks = setInterval(() => void readIds().then(({ stored, summed }) => waiting.push(stored - summed)), 1000);
      const sent = await sendAt(send, rate);
      clearInterval(looks);
      const seconds = (performance.now() - startedMs) / 1000;
      const last = await readIds();
      const name = rate === Infinity ? "at full speed" : `asked for ${rate}/s`;
      figure(`${name}: events sent a second`, (sent / seconds).toFixed(0));
      figure(`${name}: events summed a second`, ((last.summed - first.summed) / seconds).toFixed(0));
      figure(`${name}: waiting, median / last`, `${quantile(waiting, 0.5)} / ${last.stored - last.summed}`);
      figure(`${name}: worker's processors`, ((processorSeconds(worker.pid) - workerBefore) / seconds).toFixed(2));
      const caughtUpMs = performance.now();
      await untilSummed();
      figure(`${name}: seconds until all was summed`, ((performance.now() - caughtUpMs) / 1000).toFixed(1));
    }
  } finally {
    await worker.stop();
    await web.stop();
  }
}

/** Sends for this number of seconds, at most this number of events a second. @returns the number of accepted events. */
async function sendAt(send: Send, rate: number): Promise<number> {
  const count = rate === Infinity ? BODIES : Math.ceil((rate * SECONDS) / BATCH);
  const bodies = Array.from({ length: count }, () => aBody(BATCH));
  const startedMs = performance.now();
  let sent = 0;
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (let body = bodies.pop(); body && performance.now() - startedMs < SECONDS * 1000; body = bodies.pop()) {
        const dueMs = startedMs + (1000 * (count - bodies.length - 1) * BATCH) / rate;
        if (dueMs > performance.now()) await new Promise((resolve) => setTimeout(resolve, dueMs - performance.now()));
        await send(body, BATCH);
        sent += BATCH;
      }
    }),
  );
  return sent;
}

async function readIds(): Promise<{ stored: number; summed: number }> {
  const [ids] = await db.query<{ stored: number; summed: number }>(
    `select last_value::float8 as stored, (select event_id from usage_cursor)::float8 as summed from usage_event_id_seq`,
  );
  return ids ?? { stored: 0, summed: 0 };
}

async function untilSummed(): Promise<void> {
  for (;;) {
    const { stored, summed } = await readIds();
    if (summed >= stored) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
