/** Sums of other orders differ by this share. */
const ROUNDING = 1e-9;

/** Distance of a replayed figure from the truth, as a share of that; null if the truth is none or unknown. */
export function errorShare(real: number | null, replayed: number | null): number | null {
  if (real === null || replayed === null) return null;
  if (real === replayed) return 0;
  if (real === 0) return null;
  const share = (replayed - real) / real;
  return Math.abs(share) < ROUNDING ? 0 : share;
}
