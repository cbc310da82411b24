import { db, type Queryable } from "~/platform/db.server";
import { type Vat, vatOf } from "./vat";

interface VatRow {
  sellerCountry: string;
  country: string;
  checked: boolean;
  ownBp: number | null;
  theirsBp: number | null;
}

/** SQL for the rate of a country (an expression) on the day of $2. */
const rateOf = (country: string) => `(select rate_bp from vat_rate
  where vat_rate.country = ${country} and from_day <= ($2::timestamptz at time zone 'UTC')::date
  order by from_day desc limit 1)`;

/** Reads the VAT of a tenant's next payment from its settings and today's rates (B22); null while VAT is off. */
export async function readVat(
  { tenantId, now }: { tenantId: number; now: Date },
  q: Queryable = db,
): Promise<Vat | null> {
  const [row] = await q.query<VatRow>(
    `select seller.country as "sellerCountry", tenant.country, ${rateOf("seller.country")} as "ownBp",
       ${rateOf("tenant.country")} as "theirsBp",
       exists (select from vat_check checked where checked.tenant_id = tenant.id and checked.tax = tenant.tax
         and checked.country = tenant.country) as checked
     from seller, tenant where seller.charges_vat and tenant.id = $1`,
    [tenantId, now],
  );
  return row ? vatOf({ ...row, ownBp: row.ownBp ?? 0 }) : null;
}

/** Checks whether VAT is charged, so that a payment needs its customer's country first. */
export async function chargesVat(): Promise<boolean> {
  return (await db.query(`select from seller where charges_vat`)).length > 0;
}
