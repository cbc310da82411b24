import type { Tx } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { lockTopUp, type TopUp } from "../lock-top-up.server";
import { readVat } from "../read-vat.server";
import { isLive } from "../stripe-client.server";
import { vatOn } from "../vat";
import { findPayer } from "./find-payer.server";
import { writeTopUp } from "./insert-top-up.server";
import { lineUp } from "./line-up.server";
import type { PaymentFacts } from "./provider/payment-facts";

/**
 * Records and locks the top-up of a paid payment whose row is gone: the database was put back to a moment before it (6.5). Null
 * for payments of others, and if the VAT in it is not that of today: then staff decide.
 */
export async function adoptTopUp(tx: Tx, payment: PaymentFacts & { now: Date }): Promise<TopUp | null> {
  const { topupId, isAutomatic, status, livemode, currency, received, vatCents, pmId, createdAt, now } = payment;
  if (!topupId || status !== "succeeded" || livemode !== isLive() || currency !== "usd") return null;
  const payer = await findPayer(tx, payment);
  if (!payer) return null;
  const { tenantId } = payer;
  await lineUp(tx, tenantId, "top-ups");
  const cents = (received - (vatCents ?? 0n)) as Cents;
  const vat = vatCents === null ? null : await readVat({ tenantId, now }, tx);
  if (vatCents !== null && (!vat || vatOn(cents, vat.rateBp) !== vatCents)) return null;
  // An automatic one counts towards the month's cap.
  const way = isAutomatic ? "auto" : "saved_card";
  await writeTopUp(tx, { topupId, tenantId, cents, way, pmId, vat, createdAt, now });
  return await lockTopUp(tx, topupId);
}
