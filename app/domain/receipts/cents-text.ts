/** Whole cents as people read them, on screens, in mails and on documents: `$45.15`, `-$1,250.00`. */
export function centsText(cents: bigint): string {
  return `${cents < 0n ? "-" : ""}$${grouped(centsTyped(cents < 0n ? -cents : cents))}`;
}

/** The same as it is typed into a field: `45.15`, `-1250.00`. */
export function centsTyped(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Digits with a comma before each three: `1387.00` → `1,387.00`. */
export function grouped(digits: string): string {
  const [whole = "", ...decimals] = digits.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...decimals].join(".");
}

/** What moved a balance, the same on every screen and document: `+50.00` came in, `−0.32` went out. */
export function movementText(cents: bigint): string {
  const sign = cents > 0n ? "+" : cents < 0n ? "−" : "";
  return sign + centsText(cents < 0n ? -cents : cents).slice(1);
}
