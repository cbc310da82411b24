/** States of a code (6.6). */
export const PROMO_STATES = ["active", "used up", "expired", "disabled"] as const;
export type PromoState = (typeof PROMO_STATES)[number];

export interface PromoUse {
  disabledAt: Date | null;
  expiresAt: Date | null;
  maxRedemptions: number | null;
  timesRedeemed: number;
}

/** Checks whether a code can be redeemed at a given time, and if not, why. Disabled is checked first. */
export function promoState(promo: PromoUse, now: Date): PromoState {
  if (promo.disabledAt) return "disabled";
  if (promo.expiresAt && promo.expiresAt <= now) return "expired";
  const max = promo.maxRedemptions;
  return max !== null && promo.timesRedeemed >= max ? "used up" : "active";
}
