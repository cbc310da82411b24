import { centsText } from "~/platform/cents-text";

/** Kinds of benefit of a code (6.6). */
export const PROMO_KINDS = ["balance_credit", "trial_days", "percent_off"] as const;
export type PromoKind = (typeof PROMO_KINDS)[number];

export interface Benefit {
  kind: PromoKind;
  /** Cents, days or percent. */
  value: number;
  /** 'once', '{n} months', '{n} days' or 'forever' */
  duration: string;
}

/** MONTHS_MAX of a discount (9.3). */
const MONTHS_MAX = 36;

const CODE = /^[A-Z0-9-]{3,32}$/;

/** Returns a code in its stored form: trimmed and in capitals (B11). */
export function normaliseCode(typed: string): string {
  return typed.trim().toUpperCase();
}

export function isCode(code: string): boolean {
  return CODE.test(code);
}

/** Returns the duration of a benefit; it can be chosen for discounts only. */
export function durationOf(kind: PromoKind, value: number, chosen: string): string {
  if (kind === "balance_credit") return "once";
  return kind === "trial_days" ? `${value} days` : chosen;
}

/** Durations of a discount: 'once', '1 months' to '36 months', 'forever'. */
export const DISCOUNT_DURATIONS: readonly string[] = [
  "once",
  ...Array.from({ length: MONTHS_MAX }, (_, index) => `${index + 1} months`),
  "forever",
];

/** Formats a duration: '1 months' is '1 month'. */
export function durationText(duration: string): string {
  return duration.replace(/^1 (month|day)s$/, "1 $1");
}

/** The message to the customer after a code is applied. */
export function appliedText({ kind, value, duration }: Benefit): string {
  if (kind === "balance_credit") return `Code applied: ${dollars(value)} added to your balance.`;
  if (kind === "trial_days") return `Code applied: PRO for ${durationText(duration)}.`;
  const whole = `Code applied: ${value}% off your subscription`;
  return duration === "once" ? `${whole}, once.` : `${whole} ${lasts(duration)}.`;
}

/** The benefit in a few words, for staff. */
export function benefitText({ kind, value, duration }: Benefit): string {
  if (kind === "balance_credit") return `${dollars(value)} credit`;
  return kind === "trial_days" ? `PRO for ${durationText(duration)}` : `${value}% off the subscription`;
}

function lasts(duration: string): string {
  return duration === "forever" ? "for as long as it runs" : `for ${durationText(duration)}`;
}

function dollars(cents: number): string {
  return centsText(BigInt(cents));
}
