import { timeLeft } from "~/money/time-left";
import { centsText, grouped, movementText } from "~/platform/cents-text";

/** Formats of figures and dates (10.1): pure, equal on the server and in the browser, always UTC. */

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86400;

/** Whole cents as dollars: 190 → `$1.90`, 138700 → `$1,387.00`. For prices per hour, costs and invoices. */
export function formatCents(cents: number): string {
  return centsText(BigInt(Math.round(cents)));
}

/** Formats an amount that was typed into a field: `5000.00` → `$5,000.00`. */
export function formatTyped(dollars: string): string {
  return `$${grouped(dollars)}`;
}

/** Dollars of at most four decimals, rounded down to cents, minus before `$`: 45.1528 → `$45.15`. */
export function formatDollars(dollars: number): string {
  return formatCents(downToCents(dollars));
}

/**
 * Formats the effect of a movement on the balance: a charge of 3.89 → `−3.89`, a credit of 50 (billed −50) → `+50.00`.
 */
export function formatMovement(dollarsBilled: number): string {
  const size = BigInt(downToCents(Math.abs(dollarsBilled)));
  return movementText(dollarsBilled < 0 ? size : -size);
}

/** 30 of 70 → `42.86%`, half up. */
export function formatPercent(part: number, whole: number): string {
  if (whole === 0) return "0.00%";
  const hundredths = Math.floor((part * 20_000 + whole) / (2 * whole));
  return `${(hundredths / 100).toFixed(2)}%`;
}

/** 12345 → `12,345` */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** Seconds as `H:MM:SS`, from 24 hours `Nd HH:MM:SS`: 7384 → `2:03:04`. */
export function formatUptime(seconds: number): string {
  const days = Math.floor(seconds / DAY_S);
  const hours = Math.floor((seconds % DAY_S) / HOUR_S);
  const rest = `${two(Math.floor((seconds % HOUR_S) / MINUTE_S))}:${two(Math.floor(seconds % MINUTE_S))}`;
  return days > 0 ? `${days}d ${two(hours)}:${rest}` : `${hours}:${rest}`;
}

/** Formats a span in its two largest units: 40 → `under a minute`, 7384 → `2 h 3 min`. */
export function formatSpan(seconds: number): string {
  return seconds < MINUTE_S ? "under a minute" : timeLeft(seconds);
}

/** `31.01.2024 11:20` */
export function formatDateTime(epochSeconds: number): string {
  return `${formatDate(epochSeconds)} ${formatTime(epochSeconds)}`;
}

/** `31.01.24 11:20`, as tasks and billing events are documented. */
export function formatShortDateTime(epochSeconds: number): string {
  const { day, month, year, time } = utcParts(epochSeconds);
  return `${day}.${month}.${year.slice(2)} ${time}`;
}

/** `31.01.2024` */
export function formatDate(epochSeconds: number): string {
  const { day, month, year } = utcParts(epochSeconds);
  return `${day}.${month}.${year}`;
}

/** `31.01.2024` for the day `2024-01-31` */
export function formatDay(day: string): string {
  return formatDate(Date.parse(day) / 1000);
}

/** `31/01/2024` */
export function formatDateEnGb(epochSeconds: number): string {
  const { day, month, year } = utcParts(epochSeconds);
  return `${day}/${month}/${year}`;
}

/** `31.01` */
export function formatDayMonth(epochSeconds: number): string {
  const { day, month } = utcParts(epochSeconds);
  return `${day}.${month}`;
}

/** `13:23` */
export function formatTime(epochSeconds: number): string {
  return utcParts(epochSeconds).time;
}

/** `13:23:04` */
export function formatClock(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString().slice(11, 19);
}

/** MB as whole GB: 131072 → `128 GB`. */
export function formatMb(mb: number): string {
  return formatGb(mb / 1024);
}

export function formatGb(gb: number): string {
  return `${Math.round(gb)} GB`;
}

/** `2 × a5000` */
export function formatGpus(gpus: number, gpuType: string): string {
  return `${gpus} × ${gpuType}`;
}

export function formatPage(page: number, pages: number): string {
  return `Page ${page} of ${Math.max(1, pages)}`;
}

function downToCents(dollars: number): number {
  // Four decimals are whole ten-thousandths; only whole numbers are rounded down without surprises.
  return Math.floor(Math.round(dollars * 10_000) / 100);
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

function utcParts(epochSeconds: number) {
  const iso = new Date(epochSeconds * 1000).toISOString();
  return { year: iso.slice(0, 4), month: iso.slice(5, 7), day: iso.slice(8, 10), time: iso.slice(11, 16) };
}
