import { db } from "~/db.server";

export interface CoinCheck {
  /** How far the transactions are from balance, in coins; 0 is right. */
  imbalanceCoins: bigint;
  /** Tenants whose balance is not the sum of their entries. */
  wrongBalances: number;
}

/** Proves the ledger of coins from its entries alone (B17), for the nightly check. */
export async function checkCoins(): Promise<CoinCheck> {
  const [found] = await db.query<CoinCheck>(CHECK);
  if (!found) throw new Error("the check of the coins gave no answer");
  return found;
}

const CHECK = `
  with transactions as (select sum(coins) as coins from coin_entry group by transaction_id),
  accounts as (
    select account.balance, coalesce(sum(entry.coins), 0) as entries
    from coin_account account left join coin_entry entry on entry.account_id = account.id
    where account.tenant_id is not null group by account.id)
  select
    (select coalesce(sum(abs(coins)), 0) from transactions)::bigint as "imbalanceCoins",
    (select count(*) from accounts where balance <> entries)::int as "wrongBalances"`;
