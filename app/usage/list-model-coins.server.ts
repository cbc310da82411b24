import { db } from "~/platform/db.server";
import { type Days, momentsOf } from "~/platform/day-range";

/** Coins that calls of a model cost. */
export interface ModelCoins {
  model: string;
  calls: number;
  coins: number;
}

/** Lists the models that were called on these days, most coins first. */
export async function listModelCoins({ days }: { days: Days }): Promise<ModelCoins[]> {
  const { from, until } = momentsOf(days);
  return await db.query<ModelCoins>(
    `select m.name as model, sum(calls)::float8 as calls, sum(coins)::float8 as coins
     from usage_by_model s join usage_model m on m.id = s.model_id
     where grain = 'day' and at >= $1 and at < $2 group by m.name order by 3 desc, 2 desc, 1`,
    [from, until],
  );
}
