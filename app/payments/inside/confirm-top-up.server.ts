import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { ownUrl } from "~/platform/own-url.server";
import { recordCharge, returnPath } from "./ask-charge.server";
import { confirmOnSession } from "./provider/payments.server";
import { readTopUp } from "../read-top-up.server";
import type { TopUpOutcome } from "./start-top-up.server";
import { isPaid } from "../top-up-state";

/**
 * Continues a charge that the bank refused because the customer was absent, now that they are present. Refuses with 404
 * unless it is theirs and waiting, and with the provider's text if the card is refused.
 */
export async function confirmTopUp(given: { topupId: string; tenantId: number; now: Date }): Promise<TopUpOutcome> {
  const topUp = await readTopUp(given);
  if (topUp && isPaid(topUp.state)) return { kind: "settled" };
  if (topUp?.state !== "requires_action" || !topUp.paymentIntentId || !topUp.pmId)
    throw new Refusal(M.notFound, { status: 404 });
  const result = await confirmOnSession({
    paymentIntentId: topUp.paymentIntentId,
    pmId: topUp.pmId,
    returnUrl: ownUrl(returnPath(topUp.topupId)),
  });
  await recordCharge(topUp, result, given.now);
  if (result.kind === "declined") throw new Refusal(result.message);
  if (result.kind === "unknown") return { kind: "pending" };
  if (result.payment.actionUrl) return { kind: "provider", to: result.payment.actionUrl };
  return { kind: result.payment.status === "succeeded" ? "settled" : "pending" };
}
