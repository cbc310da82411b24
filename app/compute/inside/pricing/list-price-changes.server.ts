import { db } from "~/platform/db.server";

/** A past, present or planned price. */
export interface PriceChangeRow {
  id: number;
  gpuType: string;
  beforeCents: number | null;
  pphCents: number;
  state: "planned" | "done" | "withdrawn";
  /** Epoch seconds. */
  at: number;
  /** Name of the user; null for the first prices and for deleted users. */
  name: string | null;
}

/** Lists price changes after a given row (A20): planned ones, the furthest first, then past ones. */
export async function listPriceChanges({ after, limit }: { after: PriceChangeRow | null; limit: number }) {
  return await db.query<PriceChangeRow>(
    `select c.id, c.gpu_type as "gpuType", c.before_cents as "beforeCents", c.pph_cents as "pphCents", c.state,
       floor(extract(epoch from c.applies_at))::float8 as at, u.name
     from price_change c left join user_account u on u.id = c.user_id
     where $1::int is null or ((c.state = 'planned')::int, c.applies_at, c.id)
       < (select (last.state = 'planned')::int, last.applies_at, last.id from price_change last where last.id = $1)
     order by (c.state = 'planned')::int desc, c.applies_at desc, c.id desc limit $2`,
    [after?.id ?? null, limit],
  );
}
