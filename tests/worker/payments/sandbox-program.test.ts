import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "../../../worker/up/ports";
import { type BunProgram, startBun } from "../../support/bun-program";
import { clientOf, post, typed } from "../../platform/unit/sandbox-stripe/client";
import { openReceiver, type Receiver } from "../../platform/unit/sandbox-stripe/receiver";
import { applyMigrations, diffToSchema } from "../../../prisma/engine";

const SECRET = "whsec_program";
const LISTENS = /listens on (\S+)\. No card is charged\./;

let receiver: Receiver;
let port = 0;
let program: BunProgram;

const start = async (env: Record<string, string> = {}): Promise<BunProgram> => {
  const started = startBun("worker/sandbox-stripe/main.ts", {
    env: {
      SANDBOX_CONTROL_SECRET: "of-the-test",
      SANDBOX_STRIPE_PORT: String(port),
      SANDBOX_WEBHOOK_URL: receiver.url,
      STRIPE_WEBHOOK_SECRET: SECRET,
      ...env,
    },
  });
  await started.line(LISTENS);
  return started;
};

beforeAll(async () => {
  receiver = await openReceiver(SECRET);
  port = await findFreePort();
  program = await start();
});

afterAll(async () => {
  await program.end();
  await receiver.close();
});

test("its data survives a restart, even a sudden one and on another port", async () => {
  const stripe = clientOf(port);
  const customer = await stripe.customers.create({ email: "ada@millrace.example" });
  const paid = await stripe.paymentIntents.create(
    { amount: 5000, currency: "usd", customer: customer.id, confirm: true, payment_method: "pm_card_visa" },
    { idempotencyKey: "topup:1" },
  );
  const session = await stripe.checkout.sessions.create({
    mode: "setup",
    currency: "usd",
    customer: customer.id,
    success_url: "http://127.0.0.1:3000/back",
  });
  await program.end("SIGKILL");
  port = await findFreePort();
  program = await start();

  const after = clientOf(port);
  expect(await after.customers.retrieve(customer.id)).toEqual(customer);
  const again = await after.paymentIntents.create(
    { amount: 5000, currency: "usd", customer: customer.id, confirm: true, payment_method: "pm_card_visa" },
    { idempotencyKey: "topup:1" },
  );
  expect(again.id).toBe(paid.id);
  expect((await after.paymentIntents.list()).data).toHaveLength(1);
  const { url } = await after.checkout.sessions.retrieve(session.id);
  expect(url).toContain(`:${port}/c/pay/`);
  expect(await post(url ?? "", typed("4242424242424242"))).toMatchObject({ status: 303 });
  const listed = await after.events.list({ limit: 1 });
  expect(listed.data[0]?.type).toBe("checkout.session.completed");
});

test("its tables are separate from the product's: migrations neither see nor touch them", async () => {
  const url = process.env["DATABASE_URL"] ?? "";
  expect(await diffToSchema(url, "migrations")).toBeNull();
  expect(await applyMigrations(url)).toEqual([]);
  expect((await clientOf(port).paymentIntents.list()).data).toHaveLength(1);
});

test("it does not start with a live key", async () => {
  const refused = startBun("worker/sandbox-stripe/main.ts", {
    env: { STRIPE_SECRET_KEY: "sk_live_1", SANDBOX_STRIPE_PORT: String(await findFreePort()) },
  });
  await expect(refused.line(LISTENS)).rejects.toThrow("ended without");
  expect(refused.process.exitCode).toBe(1);
});

test("it listens on loopback only, and accepts no other name", async () => {
  const state = `http://127.0.0.1:${port}/_sandbox/state`;
  const answer = await fetch(state, { headers: { authorization: "Bearer of-the-test" } });
  expect(await answer.json()).toMatchObject({ invalid: [] });
  expect((await fetch(state)).status).toBe(401);
  const { request } = await import("node:http");
  const status = await new Promise((resolve) => {
    request(state, { headers: { host: "evil.example" } }, (answer) => resolve(answer.resume().statusCode)).end();
  });
  expect(status).toBe(403);
});
