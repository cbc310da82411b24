/** Whole seconds since 1970 (UTC), as screens and answers have times. */
export function epochSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
