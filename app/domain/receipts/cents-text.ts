/** Whole cents as a document prints them: `$45.15`, `-$5.00`. */
export function centsText(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}$${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
