/** The recipient of a document, from the account's settings. */
export interface BilledTo {
  tenantName: string;
  name: string;
  company: string;
  tax: string;
  /** Street, street2, postal and city, region, country; without empty ones. */
  addressLines: readonly string[];
}

/** Formats an address for documents, one line per part. */
export function addressLinesOf(address: {
  street: string;
  street2: string;
  postal: string;
  city: string;
  region: string;
  /** English name of the country. */
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
