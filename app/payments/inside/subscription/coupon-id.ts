/** A tenant's percentage off the subscription, from a code. */
export interface Discount {
  code: string;
  percent: number;
  /** 'once', '{n} months' or 'forever' */
  duration: string;
}

/**
 * The id of a discount's coupon at the provider. Coupons never change there, so the id includes percentage and
 * duration. Neither contains a hyphen, so that no code can imitate another one's percentage.
 */
export function couponIdOf({ code, percent, duration }: Discount): string {
  return `millrace-${code}-${percent}-${lastsOf(duration)}`;
}

/** Months that it lasts; once, or forever. */
export function lastsOf(duration: string): "once" | "forever" | number {
  if (duration === "once" || duration === "forever") return duration;
  const months = Number.parseInt(duration, 10);
  return months > 0 ? months : "once";
}
