/** Whom a document is issued to, as it stands in the settings of the account. */
export interface BilledTo {
  tenantName: string;
  /** Of the customer. */
  name: string;
  company: string;
  tax: string;
  /** Street, street2, postal and city, region, country; empty ones are left out. */
  addressLines: readonly string[];
}

/** An address as documents print it: a line for each part that is there. */
export function addressLinesOf(address: {
  street: string;
  street2: string;
  postal: string;
  city: string;
  region: string;
  /** Its English name. */
  country: string;
}): string[] {
  const { street, street2, postal, city, region, country } = address;
  return [street, street2, `${postal} ${city}`, region, country]
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

export function billedToLines({ tenantName, name, company, tax, addressLines }: BilledTo): string[] {
  const lines = [company, name, ...addressLines, tax && `Tax number ${tax}`, `Account ${tenantName}`];
  return lines.filter((line) => line.trim() !== "");
}
