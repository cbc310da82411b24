import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { insertTopUp } from "~/payments/inside/insert-top-up.server";
import { chargesOf, creditsOf, later } from "../../payments/database/auto-top-up";
import { aPayer, ledgerIsRight, purse, topUpsOf } from "../../payments/database/purse";
import { aCard, useProvider } from "../../support/provider";
import { openGate, type ProviderGate } from "../../support/provider-gate";
import { until } from "../../support/until";
import { startWorker, type WorkerProcess } from "../../support/worker-process";
import { waking } from "./waking";

const shop = useProvider();
const workers: WorkerProcess[] = [];
let gate: ProviderGate;

beforeAll(async () => {
  gate = await openGate(() => shop.sandbox.origin);
});
// No webhook of the provider helps: the other worker itself must continue.
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

test("a worker that freezes between a charge and its posting is replaced, and changes nothing when it thaws", async () => {
  const payer = await aPayer();
  const pmId = await aCard(payer);
  await insertTopUp({
    topupId: randomUUID(),
    tenantId: payer.tenantId,
    cents: 5000n as Cents,
    way: "saved_card",
    pmId,
    now: later(new Date(), { minutes: -5 }),
  });
  let charged = false;
  void gate.hold(/^POST \/v1\/payment_intents$/).then(() => (charged = true));
  const frozen = await aWorker();
  await waking(["settle-top-ups"], "the charge at the provider", () => charged);
  const leased = `select from graphile_worker.jobs join job_lease on job = 'jobs:' || locked_by`;
  expect(await db.query(leased)).not.toEqual([]);
  frozen.signal("SIGSTOP");
  await db.query(`update top_up set asked_at = asked_at - interval '5 minutes'`);

  await aWorker();
  await waking(
    ["settle-top-ups"],
    "the top-up to be settled",
    async () => (await topUpsOf(payer))[0]?.state === "settled",
  );
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
});
