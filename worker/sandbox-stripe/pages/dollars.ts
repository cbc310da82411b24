/** Cents for people: $1,234.50 or -$3.00. */
export function pageDollars(cents: number): string {
  const whole = Math.abs(cents) / 100;
  return `${cents < 0 ? "-" : ""}$${whole.toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
}
