import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect } from "vitest";
import { transaction } from "~/platform/db.server";
import { keepCard } from "~/payments/apply-card.server";
import { ensureCustomer } from "~/payments/inside/ensure-customer.server";
import { readCard } from "~/payments/provider-cards.server";
import { stripe } from "~/payments/stripe-client.server";
import { env } from "~/platform/env.server";
import { type RunningSandbox, startSandbox } from "../../worker/sandbox-stripe/start";
import { argsOf } from "./route-args";

export const WEBHOOK_SECRET = "whsec_of_the_tests";

export interface Provider {
  /** Set before the first test. */
  sandbox: RunningSandbox;
  /** Statuses of the product's answers to webhooks so far. */
  answers: number[];
}

/**
 * The sandbox provider for the tests of a file, with its webhooks delivered over HTTP to the product's own route. Every
 * answer of the provider must be one that Stripe could give.
 */
export function useProvider(): Provider {
  const provider = { answers: [] } as unknown as Provider;
  let receiver: Server;
  beforeAll(async () => {
    const { action } = await import("~/payments/api/payments/webhook");
    receiver = createServer((request, response) => {
      void readRequest(request)
        .then((whole) => action(argsOf(whole)))
        .then((answer) => {
          provider.answers.push(answer.status);
          response.writeHead(answer.status).end();
        });
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const { port } = receiver.address() as AddressInfo;
    const webhook = { url: `http://127.0.0.1:${port}/webhooks/stripe`, secret: WEBHOOK_SECRET };
    provider.sandbox = await startSandbox({ seed: env.DATABASE_URL, webhook });
    Object.assign(env, {
      STRIPE_SANDBOX_ORIGIN: provider.sandbox.origin,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    });
  });
  afterAll(async () => {
    const { invalid } = provider.sandbox.controls.state();
    await provider.sandbox.stop();
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
    expect(invalid).toEqual([]);
  });
  return provider;
}

/** A saved card of the tenant, by the provider's name of a test card. */
export async function aCard({ tenantId, name = "pm_card_visa" }: { tenantId: number; name?: string }): Promise<string> {
  const { customerId } = await ensureCustomer({ tenantId });
  const { id } = await stripe().paymentMethods.attach(name, { customer: customerId });
  const card = await readCard(id);
  if (!card) throw new Error("no card was attached");
  await transaction((tx) => keepCard(tx, { card, now: new Date() }));
  return id;
}

/** Types a card into the sandbox's page as a person does. @returns the address that it leads to. */
export async function payOnPage(url: string, number = "4242 4242 4242 4242") {
  const body = new URLSearchParams({ name: "Ada Lovelace", number, expiry: "12 / 34", cvc: "123" });
  const answer = await fetch(url, { method: "POST", redirect: "manual", body });
  return {
    status: answer.status,
    to: answer.headers.get("location") ?? "",
    text: await answer.text(),
  };
}

/** Answers the bank's question. */
export async function answerBank(url: string, answer: "confirm" | "refuse"): Promise<void> {
  await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams({ answer }) });
}

async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
  return new Request(env.APP_ORIGIN + (incoming.url ?? "/"), {
    method: "POST",
    headers: headers.filter(([name]) => name !== "connection" && name !== "content-length") as [string, string][],
    body: Buffer.concat(parts),
  });
}
