import { ProviderRefusesKey } from "~/domain/payments/provider/stripe-client.server";
import { settleTopUps as settle } from "~/domain/payments/settle-top-ups.server";
import { log } from "../log";
import { sayKeyStanding } from "./say-key-standing";

/** Asks again what became of top-ups without an answer (6.5). */
export async function settleTopUps(): Promise<void> {
  const { failures } = await settle({ now: new Date() });
  for (const { topupId, error } of failures)
    if (!(error instanceof ProviderRefusesKey))
      log.warn({ err: error, topupId }, "nothing is known of a top-up yet, asking again later");
  await sayKeyStanding();
}
