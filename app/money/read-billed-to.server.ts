import { db } from "~/platform/db.server";
import { countryName } from "~/platform/countries.server";
import { addressLinesOf, type BilledTo } from "./billed-to";

/** The recipient of a tenant's documents, from its current settings. */
export async function readBilledTo({ tenantId }: { tenantId: number }): Promise<BilledTo> {
  const [row] = await db.query<BilledToRow>(
    `select tenant_name as "tenantName", ${OWNER_NAME} as name, company, tax, street, street2, postal, city, region, country
     from tenant where id = $1`,
    [tenantId],
  );
  if (!row) throw new Error(`there is no tenant ${tenantId}`);
  return billedToOf(row);
}

/** The name of a tenant's owner, for documents. */
export const OWNER_NAME = `(select u.name from member m join user_account u on u.id = m.user_id
  where m.tenant_id = tenant.id and m.role = 'owner')`;

/** The recipient from the settings of a `tenant`, as a receipt keeps it. */
export const BILLED_TO_NOW = `jsonb_build_object('name', ${OWNER_NAME}, 'company', company, 'tax', tax, 'street', street,
  'street2', street2, 'postal', postal, 'city', city, 'region', region, 'country', country)`;

export interface BilledToRow {
  tenantName: string;
  name: string | null;
  company: string;
  tax: string;
  street: string;
  street2: string;
  postal: string;
  city: string;
  region: string;
  country: string;
}

export function billedToOf({ tenantName, name, company, tax, ...address }: BilledToRow): BilledTo {
  const addressLines = addressLinesOf({ ...address, country: countryName(address.country) });
  return { tenantName, name: name ?? "", company, tax, addressLines };
}
