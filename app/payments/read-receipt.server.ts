import { db } from "~/platform/db.server";
import { billedToOf, type BilledToRow, OWNER_NAME } from "~/money/read-billed-to.server";
import type { ReceiptFacts } from "./receipt-pdf.server";
import { readSeller } from "~/money/read-seller.server";
import type { Seller } from "~/money/seller";

/** The receipt of a paid top-up as issued; null unless it is this tenant's and paid (B10, B16). */
export async function readReceipt(given: { topupId: string; tenantId: number }): Promise<ReceiptFacts | null> {
  const [row] = await db.query<ReceiptRow>(
    `select u.number, u.settled_at as "settledAt", u.received_cents as "receivedCents",
       u.refunded_cents as "refundedCents", u.vat_cents as "vatCents", u.vat_rate_bp as "rateBp",
       u.vat_country as "vatCountry", u.vat_reason as "vatReason", u.seller, c.brand, c.last4, tenant.tenant_name as "tenantName",
       ${OWNER_NAME} as "firstName", billed.*
     from top_up u join tenant on tenant.id = u.tenant_id left join card c on c.pm_id = u.pm_id
     cross join jsonb_to_record(u.billed_to) as billed(name text, company text, tax text, street text, street2 text, postal text,
       city text, region text, country text)
     where u.topup_id = $1 and u.tenant_id = $2 and u.number is not null and u.settled_at is not null`,
    [given.topupId, given.tenantId],
  );
  if (!row) return null;
  const { number, settledAt, receivedCents, refundedCents, brand, last4, firstName, seller, ...rest } = row;
  const { vatCents, rateBp, vatCountry, vatReason, ...billedTo } = rest;
  return {
    number,
    issuedAt: settledAt,
    paidAt: settledAt,
    refundedCents,
    description: "Prepaid balance for GPU rental",
    amountCents: receivedCents,
    vat: vatReason === "" ? null : { cents: vatCents, rateBp, country: vatCountry, reason: vatReason },
    ...(brand ? { cardBrand: brand } : {}),
    ...(last4 ? { last4 } : {}),
    // Old receipts without a stored name show the customer's current name.
    ...billedToOf({ ...billedTo, name: billedTo.name ?? firstName }),
    seller: seller ?? (await readSeller()),
  };
}

interface ReceiptRow extends BilledToRow {
  number: string;
  settledAt: Date;
  receivedCents: bigint;
  refundedCents: bigint;
  vatCents: bigint;
  rateBp: number;
  vatCountry: string;
  vatReason: string;
  seller: Seller | null;
  brand: string | null;
  last4: string | null;
  firstName: string | null;
}
