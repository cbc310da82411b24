import { createHash } from "node:crypto";
import type { Tx } from "~/db.server";
import { touchOf } from "./touch-balances.server";
import { asUnits, type Units } from "./units";

/** Accounts of the house. They carry no balance: theirs is the sum of their entries (B5). */
export const HOUSE_ACCOUNTS = ["provider", "revenue", "promo", "refund", "adjustment"] as const;
export type HouseAccount = (typeof HOUSE_ACCOUNTS)[number];
export type TransactionKind = "task" | "topup" | "coupon" | "refund" | "adjustment" | "chargeback";

export interface Entry {
  /** A house account's name, or an account of the posting's tenant. */
  account: HouseAccount | "customer" | "owed";
  units: Units;
}

export interface Posting {
  /** Idempotency key: the same key is posted once, whoever posts it how often (B5). */
  key: string;
  kind: TransactionKind;
  tenantId: number;
  resvGuid?: string | null;
  description: string;
  at: Date;
  /** At least two, sum 0; positive into the account, negative out of it. */
  entries: Entry[];
}

/**
 * Posts ledger transactions, all entries by one statement (B5). Locks the tenants' accounts in id order.
 * A key that is already posted is left alone when its content is the same, and is a fault when it is not.
 * @returns the keys posted now; those left out were posted before.
 */
export async function postTransactions(tx: Tx, postings: readonly Posting[]): Promise<Set<string>> {
  if (postings.length === 0) return new Set();
  await lockAccounts(
    tx,
    postings.map((posting) => posting.tenantId),
  );
  return await postLocked(tx, postings);
}

/** The same, for a caller who holds the locks of the tenants' accounts; what is posted now wakes that tick. */
export async function postLocked(
  tx: Tx,
  postings: readonly Posting[],
  { wakes = null }: { wakes?: "scheduler" | "balance" | null } = {},
): Promise<Set<string>> {
  if (new Set(postings.map((posting) => posting.key)).size < postings.length) {
    throw new Error("one call posts each key once");
  }
  // Planning takes longer than posting; how many it is to post would be lost on a plan made once.
  const asked = postings.length === 1 ? tx.prepared : tx;
  const rows = await asked.query<{ key: string; missing: boolean }>(POST, [...valuesOf(postings), wakes]);
  if (rows.some((row) => row.missing)) throw new Error("a ledger account is missing");
  const fresh = new Set(rows.map((row) => row.key));
  if (fresh.size < postings.length) {
    await assertSameContent(
      tx,
      postings.filter((posting) => !fresh.has(posting.key)),
    );
  }
  return fresh;
}

/** Locks the accounts of these tenants, ascending by id, until the transaction ends. */
export async function lockAccounts(tx: Tx, tenantIds: readonly number[]): Promise<void> {
  await tx.query(
    `select count(*) from (select from ledger_account where tenant_id = any($1) order by id for no key update) locked`,
    [tenantIds],
  );
}

/** What a tenant has and what he owes, both 0 or more. */
export interface TenantMoney {
  balance: Units;
  debt: Units;
}

/** Locks a tenant's accounts until the transaction ends, and reads them: what is read stays true till then. */
export async function lockMoney(tx: Tx, tenantId: number): Promise<TenantMoney> {
  const rows = await tx.prepared.query<{ owes: boolean; balance: bigint }>(
    `select name like 'owed:%' as owes, balance from ledger_account where tenant_id = $1
     order by id for no key update`,
    [tenantId],
  );
  const sumOf = (owes: boolean) => rows.reduce((sum, row) => (row.owes === owes ? sum + row.balance : sum), 0n);
  return { balance: asUnits(sumOf(false)), debt: asUnits(-sumOf(true)) };
}

/**
 * What makes two postings the same: between whom how much moves. How a tenant's part is split between his
 * balance and his debt depends on the moment, so it is not part of it.
 */
export function contentHash(posting: Posting): string {
  const parties = new Map<string, bigint>();
  for (const { account, units } of posting.entries) {
    const party = account === "customer" || account === "owed" ? "tenant" : account;
    parties.set(party, (parties.get(party) ?? 0n) + units);
  }
  const lines = [...parties].map(([party, units]) => `${party}:${units}`).sort();
  const text = [posting.kind, posting.tenantId, posting.resvGuid ?? "", ...lines].join("|");
  return createHash("sha256").update(text).digest("hex");
}

async function assertSameContent(tx: Tx, repeated: readonly Posting[]): Promise<void> {
  const rows = await tx.query<{ key: string; content_hash: string }>(
    `select key, content_hash from ledger_transaction where key = any($1)`,
    [repeated.map((posting) => posting.key)],
  );
  const posted = new Map(rows.map((row) => [row.key, row.content_hash]));
  for (const posting of repeated) {
    if (posted.get(posting.key) !== contentHash(posting)) {
      throw new Error(`ledger key ${posting.key} was posted before with other content`);
    }
  }
}

function valuesOf(postings: readonly Posting[]): unknown[] {
  const entries = postings.flatMap((posting) =>
    posting.entries.filter((entry) => entry.units !== 0n).map((entry) => ({ ...entry, key: posting.key })),
  );
  return [
    postings.map((posting) => posting.key),
    postings.map(contentHash),
    postings.map((posting) => posting.kind),
    postings.map((posting) => posting.tenantId),
    postings.map((posting) => posting.resvGuid ?? null),
    postings.map((posting) => posting.description),
    postings.map((posting) => posting.at),
    entries.map((entry) => entry.key),
    entries.map((entry) => entry.account),
    entries.map((entry) => entry.units),
  ];
}

/**
 * Transactions, their entries and the announcement of the balances, by one statement: on the way to the database and
 * back each further one would take as long as the writing itself. Entries of keys that were posted before are left out.
 */
const POST = `
  with fresh as (
    insert into ledger_transaction (key, content_hash, kind, tenant_id, resv_guid, description, at)
    select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::uuid[], $6::text[], $7::timestamptz[])
    on conflict (key) do nothing returning id, key, tenant_id
  ), given as (
    select fresh.id, account.id as account_id, entry.units
    from unnest($8::text[], $9::text[], $10::bigint[]) as entry(key, account, units)
    join fresh using (key)
    left join tenant on tenant.id = fresh.tenant_id and entry.account in ('customer', 'owed')
    left join ledger_account account on account.name = entry.account || coalesce(':' || tenant.tenant_name, '')
  ), entries as (
    insert into ledger_entry (transaction_id, account_id, units)
    select id, account_id, units from given where account_id is not null
  ), ${touchOf("select tenant_id from fresh")}, woken as (
    insert into outbox (entity, key) select 'wake', $11::text where $11::text is not null and exists (select from fresh)
  )
  select key, exists (select from given where account_id is null) as missing,
    pg_notify('millrace_outbox', '') from fresh`;
