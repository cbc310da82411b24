/** Whole cents as a document prints them: `$45.15`, `-$5.00`. */
export function centsText(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}$${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** What moved a balance, the same on every screen and document: `+50.00` came in, `−0.32` went out. */
export function movementText(cents: bigint): string {
  const sign = cents > 0n ? "+" : cents < 0n ? "−" : "";
  return sign + centsText(cents < 0n ? -cents : cents).slice(1);
}
