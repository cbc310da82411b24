/**
 * Age in seconds of figures that nothing confirmed for two intervals, else null (5.1).
 * A connected, resynced socket confirms all figures; otherwise the last load or poll did.
 */
export function staleAgeSeconds(
  { fresh, confirmedAtMs, everySeconds }: { fresh: boolean; confirmedAtMs: number; everySeconds: number },
  nowMs: number,
): number | null {
  const ageSeconds = Math.floor((nowMs - confirmedAtMs) / 1000);
  return fresh || ageSeconds <= 2 * everySeconds ? null : ageSeconds;
}
