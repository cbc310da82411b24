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
 * Coins given and spent by all tenants, every one of the days, oldest first. Given: from the ledger's hours, which after a
 * while are its days; spent: from the sums of events, so that it is the same figure as on every other screen (B17).
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
