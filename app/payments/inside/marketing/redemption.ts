import type { Cents } from "~/money/units";
import type { Benefit, PromoKind } from "~/payments/promo-code";
import type { PromoUse } from "./promo-state";

/** The user who redeems, and the time. */
export interface Redeemer {
  userId: number;
  tenantId: number;
  now: Date;
}

/** The result of a redemption. */
export interface Redeemed {
  message: string;
  benefit: PromoKind;
  /** Cents added to the balance; 0 for a code without credit. */
  cents: Cents;
}

/** A code as stored. */
export interface StoredPromo extends Benefit, PromoUse {
  code: string;
}
