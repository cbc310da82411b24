import { runAutoTopUps } from "~/domain/payments/auto-top-up/run-auto-top-ups.server";
import { ProviderRefusesKey, takesCards } from "~/domain/payments/provider/stripe-client.server";
import { log } from "../log";

/** Charges the cards of those whose balance has fallen below what they chose. */
export async function autoTopUp(clock = () => new Date()): Promise<void> {
  if (!takesCards()) return;
  const { begun, failures } = await runAutoTopUps({ now: clock() });
  if (begun > 0) log.info({ begun }, "automatic top-ups begun");
  for (const { tenantId, error } of failures)
    if (!(error instanceof ProviderRefusesKey))
      log.warn({ err: error, tenantId }, "an automatic top-up could not be carried out");
}
