/** Whom a document is issued to, as it stands in the settings of his account. */
export interface BilledTo {
  tenantName: string;
  company: string;
  tax: string;
  /** Street, street2, postal and city, region, country; empty ones are left out. */
  addressLines: readonly string[];
}

export function billedToLines({ tenantName, company, tax, addressLines }: BilledTo): string[] {
  const lines = [company, ...addressLines, tax && `Tax number ${tax}`, `Account ${tenantName}`];
  return lines.filter((line) => line.trim() !== "");
}
