import { AsyncLocalStorage } from "node:async_hooks";
import Stripe from "stripe";
import { assertStillLeads } from "~/platform/db.server";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { env } from "~/platform/env.server";
import { callOf } from "./key-permissions";
import { noteAccepted, noteRefused } from "./key-standing.server";

const TIMEOUT_MS = 10_000;
const NETWORK_RETRIES = 1;
/** The sandbox accepts any key of this form and refuses live ones. */
const SANDBOX_KEY = "sk_test_sandbox";

type ProviderKind = "stripe" | "sandbox" | "none";

/** The installation's payment provider (0.2): Stripe with keys, the sandbox in a demo, otherwise none. */
export function providerKind(): ProviderKind {
  if (env.STRIPE_SECRET_KEY) return "stripe";
  return env.STRIPE_SANDBOX_ORIGIN ? "sandbox" : "none";
}

/** Checks whether real money moves. */
export function isLive(): boolean {
  return /^[rs]k_live_/.test(env.STRIPE_SECRET_KEY ?? "");
}

/** Checks whether cards can be used. */
export function takesCards(): boolean {
  return providerKind() !== "none";
}

let made: { of: string; client: Stripe } | null = null;

/** The only client. Both kinds use the same SDK with different options. */
export function stripe(): Stripe {
  const of = env.STRIPE_SECRET_KEY ?? env.STRIPE_SANDBOX_ORIGIN;
  if (!of) throw new Refusal("Card payments are not set up here. Please contact support.");
  if (made?.of !== of) {
    made = { of, client: new Stripe(env.STRIPE_SECRET_KEY ?? SANDBOX_KEY, options()) };
    made.client.on("request", ({ method, path }: Stripe.RequestEvent) => {
      const running = runningCalls.getStore();
      if (running) running.call = callOf(method, path);
    });
  }
  return made.client;
}

/** The request of each running `ask`: errors of the SDK do not name it. */
const runningCalls = new AsyncLocalStorage<{ call: string }>();

function options() {
  const both = { timeout: TIMEOUT_MS, maxNetworkRetries: NETWORK_RETRIES, telemetry: false } as const;
  if (env.STRIPE_SECRET_KEY || !env.STRIPE_SANDBOX_ORIGIN) return both;
  const { hostname, port } = new URL(env.STRIPE_SANDBOX_ORIGIN);
  return { ...both, host: hostname, port, protocol: "http" as const };
}

/**
 * The provider gave no usable answer: refused, cut off, too busy, or malformed. The request may have had its effect.
 * Shown as M12.
 */
export class ProviderSilent extends Refusal {
  constructor(cause: unknown, message: string = M.providerSilent) {
    super(message, { retcode: "FAILED" });
    this.cause = cause;
  }
}

/**
 * The provider refuses our key, for everything or for this request, which had no effect. Extends ProviderSilent for
 * callers who only need to know whether there is an answer.
 */
export class ProviderRefusesKey extends ProviderSilent {
  constructor(cause: unknown) {
    super(cause, "Card payments are not possible right now. Nothing was charged.");
  }
}

/**
 * Calls the provider. Throws ProviderSilent if the outcome is unknown, and ProviderRefusesKey if our key is refused.
 * The provider's own refusals, like a declined card or an unknown id, pass through.
 */
export async function ask<T extends { object?: string }>(call: (client: Stripe) => Promise<T>): Promise<T> {
  const client = stripe();
  // A frozen worker that resumes must not repeat another one's payment with an expired key.
  await assertStillLeads();
  const running = { call: "" };
  let answer: T;
  try {
    answer = await runningCalls.run(running, () => call(client));
  } catch (error) {
    if (!isKeyRefused(error)) throw isSilence(error) ? new ProviderSilent(error) : error;
    await noteRefused({ call: isForbidden(error) ? running.call : null, message: error.message });
    throw new ProviderRefusesKey(error);
  }
  await noteAccepted(running.call);
  // The SDK treats JSON without an `error` as a success, even a proxy's 404.
  if (!answer.object) throw new ProviderSilent(new Error("the answer is not one of the provider's objects"));
  return answer;
}

/** Calls the provider; null if it does not know the object. */
export async function askFor<T extends { object?: string }>(call: (client: Stripe) => Promise<T>): Promise<T | null> {
  try {
    return await ask(call);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing") return null;
    throw error;
  }
}

function isKeyRefused(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Stripe.errors.StripeAuthenticationError || isForbidden(error);
}

/** The key is valid, but lacks a permission for this request. */
function isForbidden(error: unknown): boolean {
  return error instanceof Stripe.errors.StripePermissionError;
}

/** Checks whether an error is silence. A 409 means that the same request is still running. */
function isSilence(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors;
  return (
    [StripeAPIError, StripeConnectionError, StripeRateLimitError].some((kind) => error instanceof kind) ||
    error.statusCode === 409
  );
}
