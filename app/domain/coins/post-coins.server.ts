import { createHash } from "node:crypto";
import type { Tx } from "~/db.server";
import type { Coins } from "./coins";

export interface CoinPosting {
  /** Idempotency key: the same key is posted once. */
  key: string;
  kind: "grant" | "spend";
  tenantId: number;
  /** What moves between the tenant and `grant` or `spend`; more than 0. */
  coins: Coins;
  description: string;
  at: Date;
}

/**
 * Posts coin transactions, all entries by one statement (B17). A grant goes to the tenant, a spend away from it, and
 * its balance may fall below 0. A key that is already posted is left alone when its content is the same, and is a
 * fault when it is not.
 * @returns the keys posted now.
 */
export async function postCoins(tx: Tx, postings: readonly CoinPosting[]): Promise<Set<string>> {
  if (postings.length === 0) return new Set();
  if (postings.some(({ coins }) => coins <= 0n)) throw new RangeError("a posting moves more than 0 coins");
  await openAndLock(tx, [...new Set(postings.map(({ tenantId }) => tenantId))]);
  const idOfKey = await insertTransactions(tx, postings);
  const fresh = postings.filter(({ key }) => idOfKey.has(key));
  await assertSameContent(
    tx,
    postings.filter(({ key }) => !idOfKey.has(key)),
  );
  await insertEntries(tx, fresh, idOfKey);
  return new Set(idOfKey.keys());
}

/** In id order, so that two postings over several tenants never wait for each other. */
async function openAndLock(tx: Tx, tenantIds: readonly number[]): Promise<void> {
  await tx.query(
    `insert into coin_account (name, tenant_id)
     select 'tenant:' || tenant_name, id from tenant where id = any($1::int[])
       and not exists (select from coin_account where tenant_id = tenant.id)
     order by id on conflict do nothing`,
    [tenantIds],
  );
  await tx.query(
    `select count(*) from
       (select from coin_account where tenant_id = any($1::int[]) order by id for no key update) locked`,
    [tenantIds],
  );
}

async function insertTransactions(tx: Tx, postings: readonly CoinPosting[]): Promise<Map<string, bigint>> {
  const rows = await tx.query<{ id: bigint; key: string }>(
    `insert into coin_transaction (key, content_hash, kind, tenant_id, description, at)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::timestamptz[])
     on conflict (key) do nothing returning id, key`,
    [
      postings.map(({ key }) => key),
      postings.map(contentHash),
      postings.map(({ kind }) => kind),
      postings.map(({ tenantId }) => tenantId),
      postings.map(({ description }) => description),
      postings.map(({ at }) => at),
    ],
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}

async function assertSameContent(tx: Tx, repeated: readonly CoinPosting[]): Promise<void> {
  if (repeated.length === 0) return;
  const rows = await tx.query<{ key: string; hash: string }>(
    `select key, content_hash as hash from coin_transaction where key = any($1::text[])`,
    [repeated.map(({ key }) => key)],
  );
  const posted = new Map(rows.map(({ key, hash }) => [key, hash]));
  const other = repeated.find((posting) => posted.get(posting.key) !== contentHash(posting));
  if (other) throw new Error(`coin key ${other.key} was posted before with other content`);
}

async function insertEntries(
  tx: Tx,
  postings: readonly CoinPosting[],
  idOfKey: ReadonlyMap<string, bigint>,
): Promise<void> {
  if (postings.length === 0) return;
  const inserted = await tx.query(
    `with given as (
       select * from unnest($1::bigint[], $2::text[], $3::int[], $4::bigint[])
         as given(transaction_id, kind, tenant_id, coins)),
     sides as (
       select given.transaction_id, account.id as account_id,
         case when given.kind = 'grant' then given.coins else -given.coins end as coins
       from given join coin_account account on account.tenant_id = given.tenant_id
       union all
       select given.transaction_id, account.id,
         case when given.kind = 'grant' then -given.coins else given.coins end
       from given join coin_account account on account.tenant_id is null and account.name = given.kind)
     insert into coin_entry (transaction_id, account_id, coins) select * from sides returning 1`,
    [
      postings.map(({ key }) => idOfKey.get(key)),
      postings.map(({ kind }) => kind),
      postings.map(({ tenantId }) => tenantId),
      postings.map(({ coins }) => coins),
    ],
  );
  if (inserted.length !== 2 * postings.length) throw new Error("a coin account is missing");
}

function contentHash({ kind, tenantId, coins }: CoinPosting): string {
  return createHash("sha256").update(`${kind}|${tenantId}|${coins}`).digest("hex");
}
