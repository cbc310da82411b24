import type { Cents } from "~/domain/billing/units";
import type { Benefit, PromoKind } from "./promo-code";
import type { PromoUse } from "./promo-state";

/** Who redeems, and when. */
export interface Redeemer {
  userId: number;
  tenantId: number;
  now: Date;
}

/** What came of a code. */
export interface Redeemed {
  message: string;
  benefit: PromoKind;
  /** What the balance rose by; 0 for a code that grants no money. */
  cents: Cents;
}

/** A code as the database has it. */
export interface StoredPromo extends Benefit, PromoUse {
  code: string;
}
