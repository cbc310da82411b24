/** A token as those see it who may not see it whole (0.10). */
export function maskedToken(prefix: "mr_" | "mrw_", last4: string): string {
  return `${prefix}…${last4}`;
}
