import { SHOWN } from "./shown-messages";

/** Named ranges of the statistics, as addresses spell them. */
export const RANGES = ["today", "7", "30", "90", "month", "last-month", "12-months"] as const;
export type RangeName = (typeof RANGES)[number];

/** Inclusive days in UTC, `YYYY-MM-DD`. */
export interface Days {
  start: string;
  end: string;
}

/** Days requested in an address. */
export interface AskedRange {
  /** Null: no limit. */
  days: Days | null;
  /** Null if the days were typed, or if there are none. */
  name: RangeName | null;
  /** The dates as typed into the fields. */
  typed: { start_date: string; end_date: string };
  /** Reason why the range was refused (M120); `days` then ignores the request. */
  problem: string | null;
}

const DAY_MS = 86_400_000;
/** PostgreSQL writes earlier days in another form (BC). */
const EARLIEST = "0001-01-01";
/** Default start of a range (3.7). */
export const FIRST_DAY = "2000-01-01";

/**
 * `?range=` with the name of a range, or `?start_date=` and `?end_date=`, of which one may be omitted: from a day until
 * today, or everything until a day. Without any of them it is `usual`, null for no limit. A part of a screen with its
 * own days puts its name in front: `?active_range=`.
 */
export function askedRange(search: URLSearchParams, now: Date, usual: RangeName | null, part = ""): AskedRange {
  const typed = {
    start_date: search.get(`${part}start_date`)?.trim().slice(0, 10) ?? "",
    end_date: search.get(`${part}end_date`)?.trim().slice(0, 10) ?? "",
  };
  const days = pairOf(typed, dayOf(now));
  if (days) {
    if (areDays(days)) return { days, name: null, typed, problem: null };
    return { ...named(usual, now), typed, problem: SHOWN.wrongPeriod };
  }
  const name = RANGES.find((one) => one === search.get(`${part}range`)) ?? usual;
  return { ...named(name, now), typed, problem: null };
}

/**
 * The days between two typed dates, of which one may be omitted; null without both. They may be invalid (`areDays`).
 */
export function pairOf(typed: AskedRange["typed"], today: string): Days | null {
  if (typed.start_date === "" && typed.end_date === "") return null;
  return { start: typed.start_date || FIRST_DAY, end: typed.end_date || today };
}

/** Checks that both are days of the calendar and that the start is not after the end (M120). */
export function areDays({ start, end }: Days): boolean {
  return isDay(start) && isDay(end) && start <= end;
}

/** Returns the range of equal length just before; it is shorter if the calendar begins in between. */
export function daysBefore({ start, end }: Days): Days {
  const lengthMs = startOf(end).getTime() - startOf(start).getTime() + DAY_MS;
  const notBefore = (ms: number) => dayOf(new Date(Math.max(ms, startOf(EARLIEST).getTime())));
  const startMs = startOf(start).getTime();
  return { start: notBefore(startMs - lengthMs), end: notBefore(startMs - DAY_MS) };
}

/** The day `days` days after `day`; before it, if `days` is negative. */
export function plusDays(day: string, days: number): string {
  return dayOf(new Date(startOf(day).getTime() + days * DAY_MS));
}

/** Returns the same day of the month, `months` months later, earlier if negative; the last day of a shorter month. */
export function plusMonths(day: string, months: number): string {
  const [year = 0, month = 0, dayOfMonth = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, last))));
}

/** The first day of a day's month. */
export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** The last day of a day's month. */
export function lastOfMonth(day: string): string {
  return plusDays(plusMonths(firstOfMonth(day), 1), -1);
}

/** The range of `count` days that ends with `end`. */
export function daysUntil(end: string, count: number): Days {
  return { start: plusDays(end, 1 - count), end };
}

/** The range of `count` days that ends today. */
export function daysBack(count: number, now: Date): Days {
  return daysUntil(dayOf(now), count);
}

/** Lists the days, oldest first. */
export function eachDay({ start, end }: Days): string[] {
  const days: string[] = [];
  for (let ms = startOf(start).getTime(); ms <= startOf(end).getTime(); ms += DAY_MS) days.push(dayOf(new Date(ms)));
  return days;
}

/**
 * Returns the times of a range: from the start of its first day to `until`, exclusive, the start of the day after its
 * last.
 */
export function momentsOf({ start, end }: Days): { from: Date; until: Date } {
  return { from: startOf(start), until: new Date(startOf(end).getTime() + DAY_MS) };
}

/** `YYYY-MM-DD`, in UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** 00:00 UTC of a day. */
export function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function named(name: RangeName | null, now: Date): { days: Days | null; name: RangeName | null } {
  if (name === null) return { days: null, name };
  const end = dayOf(now);
  const month = firstOfMonth(end);
  if (name === "month") return { days: { start: month, end }, name };
  if (name === "last-month") return { days: { start: plusMonths(month, -1), end: plusDays(month, -1) }, name };
  if (name === "12-months") return { days: { start: plusMonths(month, -11), end }, name };
  const count = name === "today" ? 1 : Number(name);
  return { days: daysUntil(end, count), name };
}

/** Checks that a text is `YYYY-MM-DD` and a day of the calendar. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const moment = startOf(text);
  return !Number.isNaN(moment.getTime()) && dayOf(moment) === text;
}
