/** A node may be wanted empty from so soon to so late (M66 has the same bounds). */
const SOONEST_S = 600;
const LATEST_S = 30 * 86_400;

/** Tenants are told at once, and again so long before the date. */
export const REMINDED_BEFORE_S = [86_400, 3600] as const;

export const WRONG_EMPTY_BY = "Choose a time from 10 minutes to 30 days ahead.";

/** Whether a node may be wanted empty by then. A minute that was right when it was typed still is when it arrives. */
export function isEmptyBy(emptyBy: Date, now: Date): boolean {
  const ahead = (emptyBy.getTime() - now.getTime()) / 1000;
  return ahead > SOONEST_S - 60 && ahead <= LATEST_S;
}

/** The time as a `datetime-local` field shows it. */
export function emptyByField(emptyBy: Date): string {
  return emptyBy.toISOString().slice(0, 16);
}
