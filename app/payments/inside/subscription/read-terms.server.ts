import { db } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import type { Cents } from "~/money/units";
import { readVat } from "~/payments/read-vat.server";
import { type Vat, vatOn } from "~/payments/vat";
import type { Discount } from "./coupon-id";
import { findDiscount, readDiscount } from "./discount.server";
import { readLive, type Subscription } from "./lock-subscription.server";
import { findDefaultCard } from "./request-subscription.server";
import { isRunning } from "./subscription-state";
import { FEE_CENTS } from "~/compute/subscription-price";
import { findTrialEnd } from "./trial-end.server";

const CONFIRM = "Please confirm the price of the subscription first.";
const CHANGED = "The price of the subscription has changed since this page was loaded. Please check it again.";

/** Terms that a customer accepts when enabling the subscription (A28). */
interface Terms {
  /** The first charge; null for a subscription that runs until the end of its period and renews: nothing is due. */
  firstCents: number | null;
  /** Time of the first charge; null: now. */
  firstAt: Date | null;
  /** Time of the next fee. */
  nextAt: Date;
  /** The card that pays. */
  pmId: string;
  discount: Discount | null;
  /** The VAT on top of the fee; null: VAT is off. */
  vat: Vat | null;
}

/** The terms of enabling the subscription now; null if it is enabled, or without a card. */
export async function readTerms(asked: { tenantId: number; now: Date }): Promise<Terms | null> {
  const live = await readLive(asked);
  if (live && isRunning(live.state)) return takingBack(live);
  const pmId = await findDefaultCard(db, asked.tenantId);
  if (!pmId) return null;
  const { firstAt, nextAt } = await readDates(asked, live);
  const discountCode = live ? live.discountCode : await findDiscount(db, asked);
  const discount = await readDiscount({ tenantId: asked.tenantId, discountCode });
  const vat = live ? live.vat : await readVat(asked);
  const firstCents = lessDiscount(FEE_CENTS, discount) + lessDiscount(feeVat(vat), discount);
  return { firstCents, firstAt, nextAt, pmId, discount, vat };
}

/**
 * Encodes the terms as a form field. They are compared with the current terms, so that nothing is charged that the
 * customer did not see: a page loaded in a trial causes no charge after it.
 */
export function agreementOf({ firstCents, firstAt, pmId }: Terms): string {
  return [firstCents ?? "goes-on", firstAt?.toISOString() ?? "now", pmId].join(" ");
}

/** Refuses a form that does not agree to the current terms. Without a card there is nothing to agree to. */
export async function requireAgreement(asked: { tenantId: number; now: Date; agreed: string }): Promise<void> {
  const terms = await readTerms(asked);
  if (!terms || agreementOf(terms) === asked.agreed) return;
  throw new Refusal(asked.agreed === "" ? CONFIRM : CHANGED);
}

function takingBack({ cancelAtPeriodEnd, periodEnd, pmId, vat }: Subscription): Terms | null {
  if (!cancelAtPeriodEnd || !periodEnd) return null;
  return { firstCents: null, firstAt: null, nextAt: periodEnd, pmId, discount: null, vat };
}

/** Reads the dates. The next fee is a month later at the same time of day, or on the last day of a shorter month. */
async function readDates({ tenantId, now }: { tenantId: number; now: Date }, live: Subscription | null) {
  const trialEnd = live ? live.firstChargeAt : await findTrialEnd(db, { tenantId, now });
  const firstAt = trialEnd && trialEnd > now ? trialEnd : null;
  const [row] = await db.query<{ nextAt: Date }>(
    `select ($1::timestamptz at time zone 'UTC' + interval '1 month') at time zone 'UTC' as "nextAt"`,
    [firstAt ?? now],
  );
  if (!row) throw new Error("a date has no month after it");
  return { firstAt, nextAt: row.nextAt };
}

/** Rounds each line like the provider. */
function lessDiscount(cents: number, discount: Discount | null): number {
  return cents - Math.round((cents * (discount?.percent ?? 0)) / 100);
}

/** The VAT on a month's fee, before a discount (B22). */
export function feeVat(vat: Vat | null): number {
  return vat ? Number(vatOn(BigInt(FEE_CENTS) as Cents, vat.rateBp)) : 0;
}
