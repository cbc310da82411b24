import { db } from "~/db.server";
import { addressLinesOf } from "~/domain/receipts/billed-to";
import type { ReceiptFacts } from "~/domain/receipts/receipt-pdf.server";
import { sellerFromEnv } from "~/domain/receipts/seller-from-env.server";
import { countryName } from "~/domain/users/countries.server";

/** What the receipt of a paid top-up says, as it was issued; null unless it is this tenant's and paid (B10, B16). */
export async function readReceipt(given: {
  topupId: string;
  tenantId: number;
}): Promise<ReceiptFacts | null> {
  const [row] = await db.query<ReceiptRow>(
    `select u.number, u.settled_at as "settledAt", u.received_cents as "receivedCents",
       u.refunded_cents as "refundedCents", c.brand, c.last4, t.tenant_name as "tenantName", billed.*
     from top_up u join tenant t on t.id = u.tenant_id left join card c on c.pm_id = u.pm_id
     cross join jsonb_to_record(u.billed_to) as billed(company text, tax text, street text, street2 text, postal text,
       city text, region text, country text)
     where u.topup_id = $1 and u.tenant_id = $2 and u.number is not null`,
    [given.topupId, given.tenantId],
  );
  if (!row) return null;
  return {
    number: row.number,
    issuedAt: row.settledAt,
    paidAt: row.settledAt,
    description: "Prepaid balance for GPU rental",
    amountCents: row.receivedCents,
    refundedCents: row.refundedCents,
    ...(row.brand ? { cardBrand: row.brand } : {}),
    ...(row.last4 ? { last4: row.last4 } : {}),
    ...{ tenantName: row.tenantName, company: row.company, tax: row.tax },
    addressLines: addressLinesOf({ ...row, country: countryName(row.country) }),
    seller: sellerFromEnv(),
  };
}

interface ReceiptRow {
  number: string;
  settledAt: Date;
  receivedCents: bigint;
  refundedCents: bigint;
  brand: string | null;
  last4: string | null;
  tenantName: string;
  company: string;
  tax: string;
  street: string;
  street2: string;
  postal: string;
  city: string;
  region: string;
  country: string;
}
