/** A percentage off the subscription that a tenant has from a code. */
export interface Discount {
  code: string;
  percent: number;
  /** 'once', '{n} months' or 'forever' */
  duration: string;
}

/**
 * Id of the coupon that stands for it at the provider, where a coupon never changes: so percentage and duration are
 * part of it. Neither holds a hyphen, so that no code ends like another one's percentage.
 */
export function couponIdOf({ code, percent, duration }: Discount): string {
  return `millrace-${code}-${percent}-${lastsOf(duration)}`;
}

/** Months that it lasts; once, or for ever. */
export function lastsOf(duration: string): "once" | "forever" | number {
  if (duration === "once" || duration === "forever") return duration;
  const months = Number.parseInt(duration, 10);
  return months > 0 ? months : "once";
}
