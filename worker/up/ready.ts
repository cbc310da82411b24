import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const ASK_EVERY_MS = 250;
const PATIENCE_MS = 60_000;
const DEMO_PASSWORD = "millrace-demo";

interface ReadyQuestion {
  address: string;
  demo: boolean;
  dataDir: string;
  say: (line: string) => void;
  /** Ends the waiting; it throws then. */
  signal: AbortSignal;
}

/** Waits until /readyz answers OK, then prints the address and the logins. */
export async function ready({ address, demo, dataDir, say, signal }: ReadyQuestion): Promise<void> {
  const startedMs = performance.now();
  let warned = false;
  while (!(await isReady(address))) {
    if (!warned && performance.now() - startedMs > PATIENCE_MS) {
      say(`Not ready yet. The logs are ${join(dataDir, "web.log")} and ${join(dataDir, "worker.log")}.`);
      warned = true;
    }
    await wait(ASK_EVERY_MS, undefined, { signal });
  }
  say(`\nMillrace is ready: ${address}`);
  if (demo) say(logins());
  say("Press Ctrl-C to stop.\n");
}

async function isReady(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

function logins(): string {
  const people = ["customer", "teammate", "customer2", "support", "operator", "admin"];
  const lines = people.map((name) => `  ${`${name}@millrace.example`.padEnd(30)} ${DEMO_PASSWORD}`);
  return ["Demo logins:", ...lines].join("\n");
}
