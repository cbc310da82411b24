import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { sendTest } from "~/accounts/inside/endpoints/send-again.server";
import { allowLoopback, anEndpoint, aReceiver, type Receiver } from "../accounts/database/endpoints/receiver";
import { until } from "../support/until";
import { startWorker, type WorkerProcess } from "../support/worker-process";
import { aTenant } from "../support/world";

let receiver: Receiver;
let worker: WorkerProcess | null = null;
let silent = true;

beforeAll(async () => {
  allowLoopback();
  receiver = await aReceiver((_request, response) => void (silent ? null : response.end("ok")));
});
afterAll(async () => {
  await worker?.end("SIGKILL");
  await receiver.end();
});

/** A worker whose job queue is open: before that, a wake waits for the job's next minute. */
async function start(): Promise<WorkerProcess> {
  await db.query(`delete from job_lease`);
  const started = await startWorker({ WEBHOOK_LOOPBACK: "1" });
  await until(
    "the queue of jobs",
    async () => (await db.query(`select from job_lease where job like 'jobs:%'`)).length > 0,
  );
  return started;
}

const jobsDone = async () =>
  (
    await db.query(
      `select from graphile_worker.jobs where task_identifier = 'deliver-webhooks' and locked_at is not null`,
    )
  ).length === 0;

test("a worker killed while it waits for the answer: the next one sends it again, under the same id (15.4)", async () => {
  const tenant = await aTenant({ dollars: 0 });
  const endpoint = await anEndpoint(tenant, { url: receiver.url });
  worker = await start();
  await sendTest({ ...tenant, ...endpoint, now: new Date() });
  await until("the first try", () => receiver.received.length === 1);
  await until("the job to have ended before the answer", jobsDone);
  await worker.end("SIGKILL");
  silent = false;
  // As if the minute of its claim had passed.
  await db.query(`update webhook_delivery set try_after = now()`);
  worker = await start();
  await db.query(`insert into outbox (entity, key) values ('wake', 'deliver-webhooks')`);
  await db.query(`select pg_notify('millrace_outbox', '')`);
  await until("the second try", () => receiver.received.length === 2);
  const [first, second] = receiver.received.map(({ headers, body }) => [headers["webhook-id"], body]);
  expect(second).toEqual(first);
  const state = () => db.query<{ state: string; attempts: number }>(`select state, attempts from webhook_delivery`);
  await until("it to be written down", async () => (await state())[0]?.state === "delivered");
  expect(await state()).toEqual([{ state: "delivered", attempts: 2 }]);
  for (const { headers, body } of receiver.received)
    new Webhook(endpoint.secret).verify(body, headers as Record<string, string>);
});
