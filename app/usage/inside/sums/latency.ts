/**
 * Latencies are counted in buckets whose bounds grow by a tenth: bucket b holds what is above 1.1^(b-1) ms and at most 1.1^b ms,
 * bucket 0 up to 1 ms. Buckets add up over time and models, and a percentile read from them is off by at most 5%.
 */
export const BUCKET_GROWTH = 1.1;

/** SQL for the bucket of `latency_ms`; only roll-ups use it, so no other code has to round in the same way. */
export const LATENCY_BUCKET = `ceil(ln(greatest(latency_ms, 1)) / ln(${BUCKET_GROWTH}))::smallint`;

export interface LatencyBucket {
  bucket: number;
  events: number;
}

/** The latency in ms that a share of the events (for example 0.95) did not exceed, as the middle of its bucket; null without events. */
export function percentile(buckets: readonly LatencyBucket[], share: number): number | null {
  const total = buckets.reduce((sum, { events }) => sum + events, 0);
  if (total === 0) return null;
  const wanted = Math.max(1, Math.ceil(total * share));
  let seen = 0;
  for (const { bucket, events } of [...buckets].sort((one, other) => one.bucket - other.bucket)) {
    seen += events;
    if (seen >= wanted) return bucket === 0 ? 1 : BUCKET_GROWTH ** (bucket - 0.5);
  }
  return null;
}

export interface Percentiles {
  p50: number;
  p95: number;
  p99: number;
}

/** Returns percentiles in ms; null without events. */
export function percentilesOf(buckets: readonly LatencyBucket[]): Percentiles | null {
  const [p50, p95, p99] = [percentile(buckets, 0.5), percentile(buckets, 0.95), percentile(buckets, 0.99)];
  return p50 === null || p95 === null || p99 === null ? null : { p50, p95, p99 };
}
