import type { Cents } from "~/money/units";

/** Why a payment has its rate (B22). */
export type VatReason = "domestic" | "destination" | "reverse_charge" | "outside";

/** The VAT of a customer's next payment. */
export interface Vat {
  /** Where the VAT is due; without any, the customer's country. */
  country: string;
  /** In hundredths of a percent. */
  rateBp: number;
  reason: VatReason;
}

/** Each reason in the words of reports. */
export const VAT_REASONS: Record<VatReason, string> = {
  domestic: "Own rate",
  destination: "Rate of the customer’s country",
  reverse_charge: "Reverse charge",
  outside: "Outside the Union",
};

/** Member states of the European Union. */
const EU = new Set("AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE".split(" "));

export function isInEu(country: string): boolean {
  return EU.has(country);
}

interface VatFacts {
  sellerCountry: string;
  /** Empty: unknown, which counts as the seller's. */
  country: string;
  /** True if an admin has checked the customer's VAT number. */
  checked: boolean;
  /** The rate of the seller's country. */
  ownBp: number;
  /** The rate of the customer's country; null if none is given. */
  theirsBp: number | null;
}

/** The VAT that a seller charges a customer (B22). */
export function vatOf({ sellerCountry, country, checked, ownBp, theirsBp }: VatFacts): Vat {
  if (country === "" || country === sellerCountry) return { country: sellerCountry, rateBp: ownBp, reason: "domestic" };
  if (!isInEu(country)) return { country, rateBp: 0, reason: "outside" };
  if (checked) return { country, rateBp: 0, reason: "reverse_charge" };
  if (theirsBp !== null) return { country, rateBp: theirsBp, reason: "destination" };
  // Below the threshold for sales to other member states, a seller in the Union charges its own rate.
  if (isInEu(sellerCountry)) return { country: sellerCountry, rateBp: ownBp, reason: "domestic" };
  return { country, rateBp: 0, reason: "outside" };
}

/** A rate as the form shows and sends it; empty: no VAT is charged. */
export function vatKey(vat: Vat | null): string {
  return vat ? `${vat.country}:${vat.rateBp}:${vat.reason}` : "";
}

/** VAT on a net amount, in whole cents; half a cent is rounded up. */
export function vatOn(net: Cents, rateBp: number): Cents {
  return shareOf(net, BigInt(rateBp), 10_000n);
}

/** A payment, and what of it has gone back so far. */
export interface Paid {
  /** The total, and the VAT in it. */
  cents: Cents;
  vatCents: Cents;
  backCents: Cents;
  backVatCents: Cents;
}

/**
 * The VAT in a part that goes back: what brings the VAT given back to its share of all that has gone back. So parts in
 * any order give back exactly the VAT that was paid, and never more.
 */
export function vatInPart({ cents, vatCents, backCents, backVatCents }: Paid, part: Cents): Cents {
  const back = least(backCents + part, cents);
  return between(0n, shareOf(back, vatCents, cents) - backVatCents, least(part, vatCents - backVatCents));
}

/** The VAT that goes back on top of a net part, by the same rule. */
export function vatOnPart({ cents, vatCents, backCents, backVatCents }: Paid, net: Cents): Cents {
  const [paidNet, backNet] = [cents - vatCents, backCents - backVatCents];
  return between(0n, shareOf(least(backNet + net, paidNet), vatCents, paidNet) - backVatCents, vatCents - backVatCents);
}

/** `amount` × `part` ÷ `whole`, half rounded up. */
function shareOf(amount: bigint, part: bigint, whole: bigint): Cents {
  return (whole === 0n ? 0n : (2n * amount * part + whole) / (2n * whole)) as Cents;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function between(low: bigint, value: bigint, high: bigint): Cents {
  return (value > high ? (high < low ? low : high) : value < low ? low : value) as Cents;
}

/** `21%`, `5.5%` */
export function percentText(rateBp: number): string {
  return `${rateBp / 100}%`;
}

/** `VAT 21% (NL)` */
export function vatLabel({ rateBp, country }: Pick<Vat, "rateBp" | "country">): string {
  return `VAT ${percentText(rateBp)} (${country})`;
}

/** The sentence of a document without VAT; empty with VAT. */
export function vatSentence(reason: string): string {
  if (reason === "reverse_charge") return "Reverse charge: the customer accounts for the VAT.";
  return reason === "outside" ? "Outside the scope of VAT." : "";
}
