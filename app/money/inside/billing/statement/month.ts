/** A calendar month in UTC, as `YYYY-MM`. */
export type Month = string & { readonly __text: "month" };

const SHAPE = /^(20\d\d)-(0[1-9]|1[0-2])$/;
const NAMES = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** Parses a month; null if it is not one. */
export function asMonth(text: string): Month | null {
  return SHAPE.test(text) ? (text as Month) : null;
}

export function monthOf(at: Date): Month {
  return at.toISOString().slice(0, 7) as Month;
}

/** Returns the first moment of a month and that of the next. */
export function boundsOf(month: Month): { from: Date; until: Date } {
  const from = new Date(`${month}-01T00:00:00Z`);
  const until = new Date(from);
  until.setUTCMonth(until.getUTCMonth() + 1);
  return { from, until };
}

/** Lists all months between two, newest first. */
export function monthsBetween(oldest: Month, newest: Month): Month[] {
  const months: Month[] = [];
  for (let month = oldest; month <= newest; month = monthOf(boundsOf(month).until)) months.push(month);
  return months.reverse();
}

/** `November 2026` */
export function monthName(month: Month): string {
  return `${NAMES[Number(month.slice(5)) - 1] ?? ""} ${month.slice(0, 4)}`;
}
