import type { Cents } from "~/domain/billing/units";

/** Whole cents as `$12.30`, exactly. */
export function dollarText(cents: Cents): string {
  const sign = cents < 0n ? "-" : "";
  const whole = cents < 0n ? -cents : cents;
  return `${sign}$${whole / 100n}.${String(whole % 100n).padStart(2, "0")}`;
}
