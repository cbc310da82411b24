/** A saved card, for every screen. */
export interface SavedCard {
  pmId: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  holderName: string;
  isDefault: boolean;
  /** Address of the person who added it, or that their account is deleted. */
  addedBy: string;
}

const BRANDS: Record<string, string | undefined> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  eftpos_au: "Eftpos",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

/** `Visa •••• 4242` */
export function cardLabel({ brand, last4 }: Pick<SavedCard, "brand" | "last4">): string {
  return `${BRANDS[brand] ?? "Card"} •••• ${last4}`;
}

/** `04/2027` */
export function cardExpiry({ expMonth, expYear }: Pick<SavedCard, "expMonth" | "expYear">): string {
  return `${String(expMonth).padStart(2, "0")}/${expYear}`;
}

/** Checks whether a card has expired; it is valid to the end of its printed month. */
export function isExpired({ expMonth, expYear }: Pick<SavedCard, "expMonth" | "expYear">, now: Date): boolean {
  return now.getTime() >= Date.UTC(expYear, expMonth, 1);
}
