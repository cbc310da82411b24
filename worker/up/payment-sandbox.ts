import { setTimeout as wait } from "node:timers/promises";
import { childEnvironment } from "./child-environment";
import { findFreePort, isFree } from "./ports";
import type { Environment } from "./settings";

const ASK_EVERY_MS = 100;
const PATIENCE_MS = 20_000;

/** Returns the origin of the payment sandbox: the wanted port, or any other if that is in use and not required. */
export async function sandboxOrigin(wanted: { port: number; insist: boolean; taken: number[] }): Promise<string> {
  const { port, insist, taken } = wanted;
  const usable = port < 65536 && !taken.includes(port) && (await isFree(port));
  if (!usable && insist) throw new Error(`Port ${port} is in use. Set SANDBOX_STRIPE_PORT to a free one.`);
  return `http://127.0.0.1:${usable ? port : await findFreePort(taken)}`;
}

/** The facts of the sandbox for web and worker, and the secret of its controls, which they do not get. */
export function sandboxNotice(origin: string, webhookSecret: string, controlSecret: string): Environment {
  return {
    STRIPE_SANDBOX_ORIGIN: origin,
    STRIPE_WEBHOOK_SECRET: `whsec_${webhookSecret}`,
    SANDBOX_CONTROL_SECRET: controlSecret,
  };
}

/** The sandbox's environment: the database, and of the product's secrets only its own. */
export function sandboxEnvironment(env: Environment, webAddress: string): Environment {
  return {
    ...childEnvironment("sandbox", env),
    SANDBOX_STRIPE_PORT: new URL(env["STRIPE_SANDBOX_ORIGIN"] ?? "").port,
    SANDBOX_WEBHOOK_URL: `${webAddress}/webhooks/stripe`,
  };
}

/** Waits until it answers; without it the product starts all the same, and reports that payments do not work. */
export async function sandboxReady(
  origin: string,
  { say, signal }: { say: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  const startedMs = performance.now();
  for (;;) {
    const answers = await fetch(`${origin}/_sandbox/state`, { signal }).then(
      // Without the secret it refuses, which shows that it runs.
      (answer) => answer.status === 401,
      () => false,
    );
    if (answers) return;
    if (performance.now() - startedMs > PATIENCE_MS)
      return say("The payment sandbox does not answer yet; its log is payments.log.");
    await wait(ASK_EVERY_MS, undefined, { signal });
  }
}
