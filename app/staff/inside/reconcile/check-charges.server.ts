import { utcMinute } from "~/platform/utc-moment";
import { db } from "~/platform/db.server";
import { centsText } from "~/platform/cents-text";
import { findInvoiceItem } from "~/payments/invoice-items.server";
import { ProviderSilent } from "~/payments/stripe-client.server";
import { type Check, figure, type FoundDifference } from "./check-outcome";

/** Age by which an unanswered request has had its effect, or never will. */
const LOST_AFTER = "30 minutes";
const DAY_MS = 24 * 3_600_000;

interface OpenCharge {
  chargeId: string;
  tenantName: string;
  customerId: string | null;
  cents: bigint;
  text: string;
  askedAt: Date;
}

/**
 * Looks up requested but unanswered charges on their invoices. A charge found there is recorded as added, any other as
 * refused, unless a new request for the same amount has taken it over.
 */
export const checkCharges: Check = async ({ now }) => {
  const open = await listOpen(now);
  const differences: FoundDifference[] = [];
  for (const charge of open) {
    const reason = await settle(charge);
    if (reason) differences.push(differenceOf(charge, reason));
  }
  return {
    figures: [
      figure("Without an answer", open.length),
      figure("Settled by this check", open.length - differences.length),
    ],
    differences,
  };
};

/** @returns why it could not be settled. */
async function settle({ customerId, chargeId, askedAt }: OpenCharge): Promise<string | null> {
  if (!customerId) return "The provider does not know this tenant.";
  try {
    const item = await findInvoiceItem({ customerId, chargeId, since: new Date(askedAt.getTime() - DAY_MS) });
    await db.query(
      `update subscription_charge set state = $2, item_id = $3
       where charge_id = $1 and asked_at = $4 and state in ('asked', 'unknown')`,
      [chargeId, item ? "added" : "refused", item?.itemId ?? null, askedAt],
    );
    return null;
  } catch (error) {
    if (error instanceof ProviderSilent) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}

function differenceOf({ chargeId, tenantName, cents, text, askedAt }: OpenCharge, reason: string): FoundDifference {
  const at = utcMinute(askedAt);
  return {
    kind: "unanswered",
    subject: chargeId,
    text:
      `${centsText(cents)} for "${text}" of ${tenantName}, asked for ${at}, may be on the invoice. ${reason} ` +
      `Look at the customer's next invoice at the provider, and add it or take it off there.`,
  };
}

async function listOpen(now: Date): Promise<OpenCharge[]> {
  return await db.query<OpenCharge>(
    `select s.charge_id as "chargeId", t.tenant_name as "tenantName", c.customer_id as "customerId", s.cents, s.text,
       s.asked_at as "askedAt"
     from subscription_charge s join tenant t on t.id = s.tenant_id
     left join payment_customer c on c.tenant_id = s.tenant_id
     where s.state in ('asked', 'unknown') and s.asked_at < $1::timestamptz - $2::interval
     order by s.asked_at, s.charge_id`,
    [now, LOST_AFTER],
  );
}
