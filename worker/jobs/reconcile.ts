import { reconcile as run } from "~/domain/payments/reconcile/reconcile.server";
import { log } from "../log";

/** Holds the ledger against the payment provider and against itself; the screen of the money shows what came of it. */
export async function reconcile(clock = () => new Date()): Promise<void> {
  const { states, faults } = await run({ now: clock() });
  for (const err of faults) log.error({ err }, "a check of the money failed");
  const wrong = Object.entries(states).filter(([, state]) => state !== "well" && state !== "off");
  if (wrong.length > 0)
    log.warn({ checks: Object.fromEntries(wrong) }, "the money does not add up everywhere");
  else log.info("the money adds up");
}
