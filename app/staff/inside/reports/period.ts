import {
  type AskedRange,
  askedRange,
  dayOf,
  type Days,
  daysBefore,
  daysUntil,
  eachDay,
  FIRST_DAY,
  firstOfMonth,
  lastOfMonth,
  plusDays,
  plusMonths,
} from "~/platform/day-range";

export const COMPARES = ["before", "year", "none"] as const;
export type Compare = (typeof COMPARES)[number];
/** A day, week or month. */
export const TIME_SPLITS = ["day", "week", "month"] as const;
export type TimeSplit = (typeof TIME_SPLITS)[number];
export const SPLITS = [...TIME_SPLITS, "cluster", "type"] as const;
export type Split = (typeof SPLITS)[number];

/** The days of a report, what they are compared with, and what it is split by. */
export interface Period {
  asked: AskedRange;
  days: Days;
  /** True if more days were requested. */
  cut: boolean;
  /** Null: no comparison. */
  before: Days | null;
  compare: Compare;
  split: Split;
  /** The months that the days touch, as a range of first days: for figures that are kept by month. */
  months: Days;
  monthsBefore: Days | null;
  /** True if the days are these months, up to today. */
  wholeMonths: boolean;
  /** True if the present month is among them. */
  present: boolean;
}

/** A longer range is cut to its last days. */
export const REPORT_DAYS_MAX = 1096;
/** More days than this have a week each, or a month. */
const DAYS_OF_DAYS = 45;
const DAYS_OF_WEEKS = 190;

/** Reads the period of an address: this month unless it names another one. */
export function askedPeriod(search: URLSearchParams, now: Date): Period {
  const asked = askedRange(search, now, "month");
  const today = dayOf(now);
  const typed = asked.days ?? { start: FIRST_DAY, end: today };
  const end = typed.end < FIRST_DAY ? FIRST_DAY : typed.end > today ? today : typed.end;
  const cut = daysUntil(end, REPORT_DAYS_MAX).start;
  const earliest = cut < FIRST_DAY ? FIRST_DAY : cut;
  const start = typed.start > end ? end : typed.start < earliest ? earliest : typed.start;
  const days = { start, end };
  const compare = COMPARES.find((one) => one === search.get("compare")) ?? "before";
  const length = eachDay(days).length;
  const usual = length <= DAYS_OF_DAYS ? "day" : length <= DAYS_OF_WEEKS ? "week" : "month";
  const months = { start: firstOfMonth(days.start), end: firstOfMonth(days.end) };
  return {
    asked,
    days,
    cut: typed.start < earliest,
    before: comparedDays(days, compare),
    compare,
    split: SPLITS.find((one) => one === search.get("split")) ?? usual,
    months,
    monthsBefore: monthsCompared(months, compare),
    wholeMonths: days.start === months.start && (days.end === lastOfMonth(days.end) || days.end === today),
    present: months.end === firstOfMonth(today),
  };
}

/**
 * Returns the days to compare with: as many days before, or for days from the first of a month as many months before,
 * up to the same day; or the same days of the year before.
 */
export function comparedDays(days: Days, compare: Compare): Days | null {
  if (compare === "none") return null;
  const back = (months: number) => ({
    start: plusMonths(days.start, -months),
    end:
      days.end === lastOfMonth(days.end) ? lastOfMonth(plusMonths(days.end, -months)) : plusMonths(days.end, -months),
  });
  if (compare === "year") return back(12);
  return days.start === firstOfMonth(days.start) ? back(countMonths(days)) : daysBefore(days);
}

function monthsCompared(months: Days, compare: Compare): Days | null {
  if (compare === "none") return null;
  const back = compare === "year" ? 12 : countMonths(months);
  return { start: plusMonths(months.start, -back), end: plusMonths(months.end, -back) };
}

function countMonths({ start, end }: Days): number {
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return monthOf(end) - monthOf(start) + 1;
}

/** Lists the first day of each part of the days, oldest first, as the sums name them. */
export function partsOf(days: Days, split: TimeSplit): string[] {
  return [...new Set(eachDay(days).map((day) => partOf(day, split)))];
}

function partOf(day: string, split: TimeSplit): string {
  if (split === "day") return day;
  if (split === "month") return firstOfMonth(day);
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return plusDays(day, -((weekday + 6) % 7));
}

export function isTimeSplit(split: Split): split is TimeSplit {
  return TIME_SPLITS.some((one) => one === split);
}
