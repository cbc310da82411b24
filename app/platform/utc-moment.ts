/** Parses a date and time field as UTC; null if it is not valid. */
export function utcMoment(typed: string): Date | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)$/.exec(typed.trim()) ?? [];
  const moment = new Date(`${day}T${time}:00Z`);
  // `Date` would take the 31st of a shorter month for another day.
  const real = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${day}T${time}`);
  return real ? moment : null;
}

/** Formats a moment to the minute for messages and mails: `22.11.2026 22:10 UTC`. */
export function utcMinute(moment: Date): string {
  const [year, month, day, time] = moment.toISOString().slice(0, 16).split(/[-T]/);
  return `${day}.${month}.${year} ${time} UTC`;
}
