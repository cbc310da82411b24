import Stripe from "stripe";
import { METER_EVENT } from "./prices.server";
import { ask } from "~/payments/stripe-client.server";

/** Result of reported minutes: the provider has them, or will never accept them. */
type MinutesResult = { kind: "taken" } | { kind: "refused"; message: string };

/**
 * Reports metered minutes. The provider remembers `reportId` for a day: repeating it adds nothing. Throws
 * ProviderSilent without an answer.
 */
export async function reportMinutes(given: {
  customerId: string;
  reportId: string;
  minutes: number;
  usedAt: Date;
}): Promise<MinutesResult> {
  try {
    await ask((stripe) =>
      stripe.billing.meterEvents.create(
        {
          event_name: METER_EVENT,
          identifier: given.reportId,
          timestamp: Math.floor(given.usedAt.getTime() / 1000),
          payload: { stripe_customer_id: given.customerId, value: String(given.minutes) },
        },
        { idempotencyKey: `minutes:${given.reportId}` },
      ),
    );
    return { kind: "taken" };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return isKnownEvent(error) ? { kind: "taken" } : { kind: "refused", message: error.message };
  }
}

function isKnownEvent(error: Stripe.errors.StripeInvalidRequestError): boolean {
  return error.code === "duplicate_meter_event" || /already exists.*identifier/i.test(error.message);
}
