/** Checks whether a mean wait changed enough to speak of it: by a tenth and by a minute. */
export function waitChanged(beforeS: number, afterS: number): boolean {
  const by = Math.abs(afterS - beforeS);
  return by >= 60 && by >= beforeS / 10;
}
