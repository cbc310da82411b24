import Stripe from "stripe";
import { type RunningSandbox, type SandboxOptions, startSandbox } from "../../../../worker/sandbox-stripe/start";

export interface Shop {
  sandbox: RunningSandbox;
  stripe: Stripe;
}

/** A separate sandbox, and the official SDK pointed at it, as in the product. */
export async function openShop(options: SandboxOptions = {}): Promise<Shop> {
  const sandbox = await startSandbox({ seed: "test", ...options });
  return { sandbox, stripe: clientOf(sandbox.port) };
}

export function clientOf(port: number, key = "sk_test_sandbox"): Stripe {
  return new Stripe(key, {
    host: "127.0.0.1",
    port,
    protocol: "http",
    telemetry: false,
    maxNetworkRetries: 0,
  });
}

/** The error of a refused call. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error("the call was not refused");
}

/** Sends one of the sandbox's forms as a browser does, and returns the address that it leads to. */
export async function post(
  url: string,
  form: Record<string, string>,
): Promise<{ status: number; to: string; text: string }> {
  const answer = await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams(form) });
  return { status: answer.status, to: answer.headers.get("location") ?? "", text: await answer.text() };
}

export const typed = (number: string) => ({ name: "Ada Lovelace", number, expiry: "12 / 34", cvc: "123" });
