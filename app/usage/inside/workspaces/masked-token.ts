/** Masks a token for viewers who may not see all of it (0.10). */
export function maskedToken(prefix: "mr_" | "mrw_", last4: string): string {
  return `${prefix}…${last4}`;
}
