import { db } from "~/db.server";

/** A page of 25 tenants must not read more entries than fit into 50 ms. */
const POSTINGS_MAX = 250;

/** Coins that tenants spent in 30 days, of the newest postings; `more`: there are older ones that were not counted. */
export async function readCoinsSpent(given: { tenantIds: readonly number[]; now: Date }) {
  const rows = await db.query<{ tenantId: number; coins: number; more: boolean }>(
    `select given.id as "tenantId", spent.coins, spent.postings = $3 as more from unnest($1::int[]) as given(id)
     cross join lateral (
       select coalesce(sum(-e.units), 0)::float8 as coins, count(*)::int as postings
       from (select l.id from ledger_transaction l
           where l.tenant_id = given.id and l.unit = 'coin' and l.kind = 'spend'
             and l.at > $2::timestamptz - interval '30 days' order by l.at desc limit $3) l
         join ledger_entry e on e.transaction_id = l.id
         join ledger_account a on a.id = e.account_id and a.tenant_id = given.id and a.kind = 'coins') spent`,
    [[...new Set(given.tenantIds)], given.now, POSTINGS_MAX],
  );
  return new Map(rows.map(({ tenantId, coins, more }) => [tenantId, { coins, more }]));
}
