import { db } from "~/platform/db.server";
import { type Days, eachDay, momentsOf } from "~/platform/day-range";

export interface CoinDay {
  day: string;
  /** Coins that plans granted. */
  income: number;
  /** Coins of events. */
  spend: number;
}

/**
 * Lists the coins granted to and spent by all tenants on each day, oldest first. Grants come from the ledger's hours,
 * which become days after a while. Spend comes from the sums of events, so that the figure is equal on every screen
 * (B17).
 */
export async function listCoinDays({ days }: { days: Days }): Promise<CoinDay[]> {
  const { from, until } = momentsOf(days);
  const [given, spent] = await Promise.all([
    db.query<{ day: string; coins: number }>(
      `select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, sum(units)::float8 as coins from ledger_hour
       where hour >= $1 and hour < $2 and account = 'coins' and kind = 'grant' group by 1`,
      [from, until],
    ),
    db.query<{ day: string; coins: number }>(
      `select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(coins::float8) as coins from usage_by_model
       where grain = 'day' and at >= $1 and at < $2 group by at`,
      [from, until],
    ),
  ]);
  const of = (rows: { day: string; coins: number }[]) => new Map(rows.map(({ day, coins }) => [day, coins]));
  const [income, spend] = [of(given), of(spent)];
  return eachDay(days).map((day) => ({ day, income: income.get(day) ?? 0, spend: spend.get(day) ?? 0 }));
}
