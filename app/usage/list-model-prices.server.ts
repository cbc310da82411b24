import { db } from "~/platform/db.server";

/** A past, present or planned price of a model, in the catalogue. */
export interface ModelPriceRow {
  id: number;
  /** A model's name, or `*`. */
  model: string;
  /** Epoch seconds. */
  fromTs: number;
  /** Coins per million tokens; null in all four: from then on it has no price of its own. */
  prompt: number | null;
  generated: number | null;
  cacheRead: number | null;
  cacheCreation: number | null;
  setBy: string;
  state: "past" | "present" | "planned";
}

/** Lists all prices with their history: by model, `*` first, the newest first. */
export async function listModelPrices({ now }: { now: Date }): Promise<ModelPriceRow[]> {
  return await db.query<ModelPriceRow>(
    `select p.id, p.model, floor(extract(epoch from p.from_at))::float8 as "fromTs", p.prompt::float8 as prompt,
       p.generated::float8 as generated, p.cache_read::float8 as "cacheRead", p.cache_creation::float8 as "cacheCreation",
       coalesce(u.email, '') as "setBy",
       case when p.from_at > $1 then 'planned'
         when exists (select from model_price newer where newer.model = p.model and newer.from_at > p.from_at and newer.from_at <= $1)
           then 'past'
         else 'present' end as state
     from model_price p left join user_account u on u.id = p.created_by
     order by p.model <> '*', p.model, p.from_at desc`,
    [now],
  );
}

/** Models of the last 30 days whose events named no coins and had no price, those with the most events first. */
export async function listUnpricedModels({ now }: { now: Date }): Promise<{ model: string; events: number }[]> {
  return await db.query<{ model: string; events: number }>(
    `select m.name as model, sum(s.unpriced)::float8 as events from usage_by_model s join usage_model m on m.id = s.model_id
     where s.grain = 'day' and s.at > $1::timestamptz - interval '30 days' and s.unpriced > 0
     group by m.name order by 2 desc, 1`,
    [now],
  );
}
