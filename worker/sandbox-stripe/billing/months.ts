/** Returns the same day and hour some months later; the last day of a shorter month. */
export function addMonths(seconds: number, months: number): number {
  const from = new Date(seconds * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const days = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), days));
  return Math.floor(to.getTime() / 1000);
}

/** The end of the period that contains `at`, counted from the anchor. */
export function periodEnd(anchor: number, at: number, every: { interval: string; interval_count: number }): number {
  const step = (count: number) => later(anchor, every.interval, every.interval_count * count);
  let count = 1;
  while (step(count) <= at) count += 1;
  return step(count);
}

function later(anchor: number, interval: string, count: number): number {
  if (interval === "day") return anchor + count * 86_400;
  if (interval === "week") return anchor + count * 7 * 86_400;
  return addMonths(anchor, interval === "year" ? count * 12 : count);
}
