import type { Apply } from "../apply-payment.server";
import { preparePayment } from "../apply-payment.server";
import { prepareSetup } from "./apply-setup.server";
import { readSession } from "./provider/payments.server";

/** Reads a visit to the provider's page and applies its payment or card. An unused visit ends its top-up. */
export async function prepareSession(sessionId: string, now: Date): Promise<Apply> {
  const session = await readSession(sessionId);
  if (session?.paymentIntentId) return await preparePayment(session.paymentIntentId, now);
  if (session?.setupIntentId && session.status === "complete") return await prepareSetup(session.setupIntentId, now);
  return async (tx) => {
    if (session?.status !== "expired") return;
    await tx.query(`update top_up set state = 'failed', action_url = '' where session_id = $1 and state = 'created'`, [
      sessionId,
    ]);
  };
}
