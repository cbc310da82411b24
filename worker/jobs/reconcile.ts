import { reconcile as run } from "~/domain/reconcile/reconcile.server";
import { log } from "../log";
import { sayKeyStanding } from "./say-key-standing";

/** Holds the ledger against the payment provider and against itself; the screen of the money shows what came of it. */
export async function reconcile(clock = () => new Date()): Promise<void> {
  const { states, faults } = await run({ now: clock() });
  for (const err of faults) log.error({ err }, "a check of the money failed");
  const quiet = new Set(["well", "off", "refused"]);
  const wrong = Object.entries(states).filter(([, state]) => !quiet.has(state));
  // That the key is refused is said once, not by every check.
  await sayKeyStanding();
  if (wrong.length > 0) log.warn({ checks: Object.fromEntries(wrong) }, "the money does not add up everywhere");
  else if (!Object.values(states).includes("refused")) log.info("the money adds up");
}
