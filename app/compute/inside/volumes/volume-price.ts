/** Days of a month, as its price by the day is shown: 730 hours by 24. */
const MONTH_DAYS = 730 / 24;

/** Whole cents a month. */
export function monthCents({ gb, gbMonthCents }: { gb: number; gbMonthCents: number }): number {
  return gb * gbMonthCents;
}

/** Cents a day with two decimals, shown with the monthly price: `$0.33`, or `$0.033` if it is less than a cent. */
export function dayDollars(volume: { gb: number; gbMonthCents: number }): string {
  const dollars = monthCents(volume) / MONTH_DAYS / 100;
  return `$${dollars.toFixed(dollars < 0.1 ? 3 : 2)}`;
}
