/** The minus sign for people (U+2212); texts for programs have a hyphen. */
export const MINUS = "−";

/** Whole cents for people, on screens, in mails and documents: `$45.15`, `−$1,250.00`. */
export function centsText(cents: bigint): string {
  return `${cents < 0n ? MINUS : ""}$${grouped(centsTyped(cents < 0n ? -cents : cents))}`;
}

/** Whole cents for an input field: `45.15`, `-1250.00`. */
export function centsTyped(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Adds thousands separators: `1387.00` → `1,387.00`. */
export function grouped(digits: string): string {
  const [whole = "", ...decimals] = digits.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...decimals].join(".");
}

/** Formats a movement of a balance for every screen and document: `+50.00` for money in, `−0.32` for money out. */
export function movementText(cents: bigint): string {
  const sign = cents > 0n ? "+" : cents < 0n ? MINUS : "";
  return sign + centsText(cents < 0n ? -cents : cents).slice(1);
}
