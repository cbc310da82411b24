import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { db } from "~/platform/db.server";
import { cancelRehearsal } from "~/rehearsal/inside/end-rehearsal.server";
import { readRehearsal } from "~/rehearsal/inside/read-rehearsals.server";
import { readForecast } from "~/rehearsal/inside/read-forecast.server";
import { M } from "~/rehearsal/messages";
import { aQuietPast } from "../rehearsal/database/forecasts";
import { aRehearsal, NOTHING, TWO_NODES } from "../rehearsal/database/rehearsals";
import { until } from "../support/until";
import { startWorker } from "../support/worker-process";
import { aNode, aTenant, theCatalogue } from "../support/world";

let userId = 0;

beforeAll(async () => {
  await theCatalogue();
  for (let node = 0; node < 4; node += 1) await aNode();
  ({ userId } = await aTenant({ role: "operator", dollars: 0 }));
});
beforeEach(async () => {
  await db.query(`delete from rehearsal`);
});

/** More work than nodes: the queue grows, and each plan looks at it. */
const LONG = `submit_s,run_s,gpus,tenant\n${Array.from(
  { length: 200_000 },
  (_, at) => `${at * 5},${600 + ((at * 7919) % 3000)},${[1, 2, 4, 8][at % 4]},t${at % 40}`,
).join("\n")}\n`;

const FLEET = { clusterName: null, gpuType: null, hours: 24 };

async function aWorker() {
  const worker = await startWorker();
  let ended = false;
  const end = async (signal?: NodeJS.Signals) => {
    if (!ended) await worker.end(signal);
    ended = true;
  };
  onTestFinished(async () => await end());
  return { ...worker, end };
}
const stateOf = async (id: number) => (await readRehearsal({ id, seesMoney: false })) ?? expect.fail("it is gone");
/** Filling a gigabyte takes 7 s of a processor, and over a minute of a busy one: the thread gives way to others. */
const PATIENCE_MS = 270_000;
const reaches = async (id: number, state: string) =>
  await until(`rehearsal ${id} to be ${state}`, async () => (await stateOf(id)).state === state, PATIENCE_MS);

const runs = async (id: number, attempt: number) =>
  await until(`attempt ${attempt} of rehearsal ${id}`, async () => {
    const rows = await db.query(`select from rehearsal where id = $1 and state = 'running' and attempts = $2`, [
      id,
      attempt,
    ]);
    return rows.length > 0;
  });

test("a worker runs a rehearsal in a thread and stores its whole result", async () => {
  const id = await aRehearsal(userId, { now: new Date() });
  await aWorker();
  await reaches(id, "done");
  expect(await stateOf(id)).toMatchObject({
    progress: 1,
    faults: [],
    result: { variants: [{}, { name: TWO_NODES.name }] },
  });
});

test("a worker makes the forecast of the hour in a thread and stores it", async () => {
  const [{ nodeId }, { tenantId }, now] = [await aNode(), await aTenant(), new Date()];
  await aQuietPast({ tenantId, nodeId, now });
  await aWorker();
  await until("the forecast", async () => (await readForecast({ ...FLEET, seesMoney: true, now })).forecast !== null);
  expect((await readForecast({ ...FLEET, seesMoney: true, now })).forecast).toMatchObject({ weeks: 3, samples: 40 });
});

test("a stop puts a run back at once; a kill lets it begin again once, and then says that it was stopped", async () => {
  const id = await aRehearsal(userId, { file: LONG, now: new Date() });
  const stopped = await aWorker();
  await runs(id, 1);
  await stopped.end("SIGTERM");
  expect(await stateOf(id)).toMatchObject({ state: "waiting", progress: 0, result: null });
  for (const attempt of [1, 2]) {
    const killed = await aWorker();
    await runs(id, attempt);
    await killed.end("SIGKILL");
    // As if the time of its lease had passed.
    await db.query(`update rehearsal set lease_until = now() - interval '1 second' where id = $1`, [id]);
  }
  await aWorker();
  await reaches(id, "failed");
  expect(await stateOf(id)).toMatchObject({ faults: [M.rehearsalStopped], result: null });
});

test("a variant that multiplies without end fails at its limit of memory, and its worker goes on", async () => {
  const cheap = { ...NOTHING, prices: [{ gpu_type: "a5000", gpu_pph: 1, elasticity: -10 }] };
  const id = await aRehearsal(userId, { variants: [cheap], now: new Date() });
  await aWorker();
  await reaches(id, "failed");
  const [fault] = (await stateOf(id)).faults;
  expect(fault).toMatch(/^It needs more than \d+ MB of memory/);
  await reaches(await aRehearsal(userId, { now: new Date() }), "done");
});

test("a cancelled run ends, and makes room for the next", async () => {
  const ids = [await aRehearsal(userId, { file: LONG }), await aRehearsal(userId, { file: LONG })];
  await aWorker();
  for (const id of ids) await runs(id, 1);
  const next = await aRehearsal(userId);
  const [cancelled = 0] = ids;
  await cancelRehearsal({ id: cancelled, userId, requestId: "test", now: new Date() });
  await reaches(next, "done");
  expect(await stateOf(cancelled)).toMatchObject({ state: "cancelled", result: null });
});
