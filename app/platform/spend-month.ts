/**
 * The month, UTC, in which a charge at a given time counts against a limit: its first day, as a date of the database.
 */
export function monthOf(now: Date): string {
  return `${now.toISOString().slice(0, 7)}-01`;
}
