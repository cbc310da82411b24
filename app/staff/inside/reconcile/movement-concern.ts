import type { Movement } from "~/payments/provider-movements.server";

/** Subject of a movement: a top-up, which the ledger has too, another payment of this account, a fee, or a payout. */
type Concern = "balance" | "other" | "fee" | "payout";

const PAYOUTS = new Set(["payout", "payout_failure", "payout_cancel", "payout_minimum_balance_hold"]);
const FEES = new Set(["stripe_fee", "stripe_fx_fee", "tax_fee", "application_fee", "network_cost"]);
const LEDGER_CURRENCY = "usd";

export function concernOf(
  { type, currency, paymentIntentId }: Pick<Movement, "type" | "currency" | "paymentIntentId">,
  isTopUp: (paymentIntentId: string) => boolean,
): Concern {
  if (PAYOUTS.has(type)) return "payout";
  if (FEES.has(type)) return "fee";
  const ours = paymentIntentId !== null && currency === LEDGER_CURRENCY && isTopUp(paymentIntentId);
  return ours ? "balance" : "other";
}

/**
 * The ledger key for a movement, possibly followed by `:` and a word. Refunds and disputes have their own, everything
 * else uses the payment's.
 */
export function ledgerKeyOf({ sourceId, paymentIntentId }: Pick<Movement, "sourceId" | "paymentIntentId">): string {
  return `stripe:${/^(re|pyr|du|dp)_/.test(sourceId) ? sourceId : paymentIntentId}`;
}
