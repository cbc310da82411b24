import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { choosePorts, processorSeconds, type Server, startWeb, startWorker } from "../processes";
import { figure, heading, quantile } from "../report";
import { copyRate } from "./intake";
import { aBody, aSender, type Send } from "./sender";

const SENDERS = 4;
const BATCH = 1_000;
const SECONDS = 15;
/** Bodies for full speed, which is sent for longer: the first seconds fill what may wait. */
const BODIES = 600;
const FULL_SPEED_SECONDS = 30;
const STEPS = [2_000, 5_000];

/**
 * Checks whether the sums keep pace with an intake: sent, summed and waiting events, at full speed and at fixed rates.
 */
export async function benchPace(): Promise<void> {
  heading(`Sums during an intake: one web process, one worker, PostgreSQL`);
  const ports = await choosePorts();
  const web = await startWeb(env.DATABASE_URL, ports);
  const worker = await startWorker(env.DATABASE_URL, ports);
  const send = await aSender(web.origin);
  try {
    await untilSummed();
    for (const rate of STEPS) await showPace(`asked for ${rate}/s`, { send, web, worker, rate, goal: rate * 0.9 });
    const copied = await copyRate();
    const sent = await showPace("at full speed", { send, web, worker, rate: Infinity, goal: 8_000 });
    figure("at full speed: against a bare COPY, without sums", (sent / copied).toFixed(2));
  } finally {
    await worker.stop();
    await web.stop();
  }
}

/** Prints the figures of one intake. Returns the events sent a second. */
async function showPace(
  name: string,
  { send, web, worker, rate, goal }: { send: Send; web: Server; worker: Server; rate: number; goal: number },
): Promise<number> {
  const bodies = Array.from({ length: rate === Infinity ? BODIES : Math.ceil((rate * SECONDS) / BATCH) }, () =>
    aBody(BATCH),
  );
  const [startedMs, workerBefore, first] = [performance.now(), processorSeconds(worker.pid), await readIds()];
  const usedBefore = await usedSeconds(web, worker);
  const waiting: number[] = [];
  const looks = setInterval(() => void readIds().then(({ stored, summed }) => waiting.push(stored - summed)), 1000);
  const sent = await sendAt(send, rate, bodies);
  clearInterval(looks);
  const [seconds, last] = [(performance.now() - startedMs) / 1000, await readIds()];
  const [sentRate, summedRate] = [sent / seconds, (last.summed - first.summed) / seconds];
  const median = quantile(waiting, 0.5);
  figure(`${name}: events sent a second`, sentRate.toFixed(0), `at least ${goal}`);
  figure(`${name}: events summed meanwhile, a second`, summedRate.toFixed(0), `at least ${0.9 * goal}`);
  figure(`${name}: waiting, median / last`, `${median} / ${last.stored - last.summed}`);
  figure(`${name}: the median, in seconds of sums`, (median / summedRate).toFixed(1), "at most 5");
  figure(`${name}: worker's processors`, ((processorSeconds(worker.pid) - workerBefore) / seconds).toFixed(2));
  const caughtUpMs = performance.now();
  await untilSummed();
  figure(`${name}: seconds until all was summed`, ((performance.now() - caughtUpMs) / 1000).toFixed(1));
  const added = (await readIds()).events - first.events;
  figure(`${name}: events sent and not in the sums, or twice`, String(Math.abs(sent - added)), "0");
  const eventUs = (1e6 * ((await usedSeconds(web, worker)) - usedBefore)) / sent;
  figure(`${name}: processor time of all of it, µs an event`, eventUs.toFixed(0));
  if (rate === Infinity)
    figure(`${name}: that is, events a second of two cores`, (2e6 / eventUs).toFixed(0), `at least ${goal}`);
  return sentRate;
}

/** Processor time of web, worker, the lasting processes of the database, and the sender, which is this process. */
async function usedSeconds(web: Server, worker: Server): Promise<number> {
  const processes = await db.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type not in ('autovacuum worker', 'parallel worker')`,
  );
  const pids = [web.pid, worker.pid, process.pid, ...processes.map(({ pid }) => pid)];
  return pids.reduce((sum, pid) => sum + processorSeconds(pid), 0);
}

/** Sends for this number of seconds, at most this number of events a second. @returns the number of accepted events. */
async function sendAt(send: Send, rate: number, bodies: string[]): Promise<number> {
  const lastMs = 1000 * (rate === Infinity ? FULL_SPEED_SECONDS : SECONDS);
  const count = bodies.length;
  const startedMs = performance.now();
  let sent = 0;
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (let body = bodies.pop(); body && performance.now() - startedMs < lastMs; body = bodies.pop()) {
        const dueMs = startedMs + (1000 * (count - bodies.length - 1) * BATCH) / rate;
        if (dueMs > performance.now()) await new Promise((resolve) => setTimeout(resolve, dueMs - performance.now()));
        await send(body, BATCH);
        sent += BATCH;
      }
    }),
  );
  return sent;
}

/** The ids of the last stored and of the last summed event, and the events that the sums count. */
async function readIds(): Promise<{ stored: number; summed: number; events: number }> {
  const [ids] = await db.query<{ stored: number; summed: number; events: number }>(
    `select last_value::float8 as stored, (select event_id from usage_cursor)::float8 as summed,
       (select coalesce(sum(events), 0) from usage_by_model where grain = 'month')::float8 as events from usage_event_id_seq`,
  );
  return ids ?? { stored: 0, summed: 0, events: 0 };
}

async function untilSummed(): Promise<void> {
  for (;;) {
    const { stored, summed } = await readIds();
    if (summed >= stored) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
