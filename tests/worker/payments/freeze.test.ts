import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/db.server";
import { announce } from "~/domain/announce.server";
import type { Cents } from "~/domain/billing/units";
import { insertTopUp } from "~/domain/payments/insert-top-up.server";
import { chargesOf, creditsOf, later } from "../../integration/payments/auto-top-up";
import { aPayer, ledgerIsRight, purse, topUpsOf } from "../../integration/payments/purse";
import { aCard, useProvider } from "../../support/provider";
import { openGate, type ProviderGate } from "../../support/provider-gate";
import { until } from "../../support/until";
import { startWorker, type WorkerProcess } from "../../support/worker-process";

const TWO_LIVES_MS = 180_000;
const WAKE_EVERY = 25;

const shop = useProvider();
const workers: WorkerProcess[] = [];
let gate: ProviderGate;

beforeAll(async () => {
  gate = await openGate(() => shop.sandbox.origin);
});
// No report of the provider comes to help: the other worker itself must go on.
beforeEach(() => shop.sandbox.controls.fault({ kind: "webhook_hold", times: 1000 }));
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.end("SIGKILL");
  shop.sandbox.controls.clearFaults();
  expect(await ledgerIsRight()).toBe(true);
});
afterAll(async () => await gate.close());

async function aWorker(): Promise<WorkerProcess> {
  const worker = await startWorker({ STRIPE_SANDBOX_ORIGIN: gate.origin, LOG_LEVEL: "warn" });
  workers.push(worker);
  return worker;
}

/** Wakes the job until something is so: a worker that is still starting hears nothing. */
async function waking(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  let asked = 0;
  await until(what, async () => {
    if (await isSo()) return true;
    if (asked++ % WAKE_EVERY === 0)
      await transaction((tx) => announce(tx, [{ entity: "wake", key: "settle-top-ups" }]));
    return false;
  });
}

test(
  "a worker that freezes between a charge and its posting is overtaken, and does nothing more when it thaws",
  async () => {
    const payer = await aPayer();
    const pmId = await aCard(payer);
    await insertTopUp({
      ...{ topupId: randomUUID(), tenantId: payer.tenantId, cents: 5000n as Cents, way: "saved_card", pmId },
      now: later(new Date(), { minutes: -5 }),
    });
    let charged = false;
    void gate.hold(/^POST \/v1\/payment_intents$/).then(() => (charged = true));
    const frozen = await aWorker();
    await waking("the charge at the provider", () => charged);
    const leased = `select from graphile_worker.jobs join job_lease on job = 'jobs:' || locked_by`;
    expect(await db.query(leased)).not.toEqual([]);
    frozen.signal("SIGSTOP");
    await db.query(`update top_up set asked_at = asked_at - interval '5 minutes'`);

    await aWorker();
    await waking("the top-up to be settled", async () => (await topUpsOf(payer))[0]?.state === "settled");
    frozen.signal("SIGCONT");
    await until("the word of the one that was frozen", () =>
      frozen.lines?.some((line) => line.includes("another worker leads jobs:")),
    );
    expect(chargesOf(shop.sandbox, payer)).toEqual([5000]);
    expect(await creditsOf(payer.tenantId)).toEqual([5000n]);
    expect(await purse(payer)).toEqual({ cents: 5000, owed: 0 });
    await until("every queue to be open again", async () => {
      const shut = await db.query(
        `select from graphile_worker._private_job_queues where locked_at < now() - interval '20 seconds'`,
      );
      return shut.length === 0;
    });
  },
  TWO_LIVES_MS,
);
