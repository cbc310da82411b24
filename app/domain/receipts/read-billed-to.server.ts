import { db } from "~/db.server";
import { addressLinesOf, type BilledTo } from "./billed-to";

/** Whom documents of a tenant are issued to, as his settings are now. */
export async function readBilledTo({ tenantId }: { tenantId: number }): Promise<BilledTo> {
  const [row] = await db.query<Row>(
    `select tenant_name, company, tax, street, street2, postal, city, region, country from tenant where id = $1`,
    [tenantId],
  );
  if (!row) throw new Error(`there is no tenant ${tenantId}`);
  const { tenant_name: tenantName, company, tax } = row;
  return { tenantName, company, tax, addressLines: addressLinesOf(row) };
}

interface Row {
  tenant_name: string;
  company: string;
  tax: string;
  street: string;
  street2: string;
  postal: string;
  city: string;
  region: string;
  country: string;
}
