/** Formats dollars as screens do: `$1,234.50`, `−$3.00`. */
export function dollars(amount: number): string {
  return amount.toLocaleString("en-US", { style: "currency", currency: "USD" }).replace("-", "−");
}

/** Formats cents per hour as `$1.90`. */
export function perHour(cents: number): string {
  return dollars(cents / 100);
}

/** The cost of a task so far, rounded down to whole cents as billing does. */
export function costSoFar({ uptime, pph }: { uptime: number; pph: number }): number {
  return Math.floor((uptime * pph) / 3600) / 100;
}

/** Formats seconds with their two largest units: `3 d 4 h`, `2 h 5 min`, `3 min`, `12 s`. */
export function span(seconds: number): string {
  const s = Math.max(0, Math.floor(seconds));
  const two = (large: string, small: string) => (small.startsWith("0 ") ? large : `${large} ${small}`);
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min`;
  if (s < 86_400) return two(`${Math.floor(s / 3600)} h`, `${Math.floor((s % 3600) / 60)} min`);
  return two(`${Math.floor(s / 86_400)} d`, `${Math.floor((s % 86_400) / 3600)} h`);
}

/** Formats local time as `2026-11-22 14:05`, which is how Swedish writes it. */
export function moment(ts: number): string {
  return new Date(ts * 1000).toLocaleString("sv-SE", { dateStyle: "short", timeStyle: "short" });
}

const UNITS: Record<string, number> = { s: 1, m: 60, min: 60, h: 3600, d: 86_400 };

/** Parses `90m`, `2h`, `1h30m` or `1.5d` to seconds; null when it is not a time. A number needs a unit. */
export function secondsOf(typed: string): number | null {
  const parts = [...typed.toLowerCase().matchAll(/(\d+(?:\.\d+)?)\s*(min|s|m|h|d)\s*/g)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join("") !== typed.toLowerCase().trimStart()) return null;
  return Math.round(parts.reduce((sum, [, number, unit]) => sum + Number(number) * (UNITS[unit ?? ""] ?? NaN), 0));
}
