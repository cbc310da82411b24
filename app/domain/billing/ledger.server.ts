import { createHash } from "node:crypto";
import type { Tx } from "~/db.server";
import { touchBalances } from "./touch-balances.server";
import type { Units } from "./units";

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
  if (new Set(postings.map((posting) => posting.key)).size < postings.length) {
    throw new Error("one call posts each key once");
  }
  await lockAccounts(tx, unique(postings.map((posting) => posting.tenantId)));
  const idOfKey = await insertTransactions(tx, postings);
  const fresh = postings.filter((posting) => idOfKey.has(posting.key));
  if (fresh.length < postings.length) {
    await holdSameContent(
      tx,
      postings.filter((posting) => !idOfKey.has(posting.key)),
    );
  }
  await insertEntries(tx, fresh, idOfKey);
  await touchBalances(
    tx,
    fresh.map((posting) => posting.tenantId),
  );
  return new Set(idOfKey.keys());
}

/** Locks the accounts of these tenants, ascending by id, until the transaction ends. */
export async function lockAccounts(tx: Tx, tenantIds: readonly number[]): Promise<void> {
  await tx.query(
    `select count(*) from (select from ledger_account where tenant_id = any($1) order by id for no key update) locked`,
    [tenantIds],
  );
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

async function insertTransactions(tx: Tx, postings: readonly Posting[]): Promise<Map<string, bigint>> {
  const rows = await tx.query<{ id: bigint; key: string }>(
    `insert into ledger_transaction (key, content_hash, kind, tenant_id, resv_guid, description, at)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::uuid[], $6::text[], $7::timestamptz[])
     on conflict (key) do nothing returning id, key`,
    [
      postings.map((posting) => posting.key),
      postings.map(contentHash),
      postings.map((posting) => posting.kind),
      postings.map((posting) => posting.tenantId),
      postings.map((posting) => posting.resvGuid ?? null),
      postings.map((posting) => posting.description),
      postings.map((posting) => posting.at),
    ],
  );
  return new Map(rows.map((row) => [row.key, row.id]));
}

async function holdSameContent(tx: Tx, repeated: readonly Posting[]): Promise<void> {
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

async function insertEntries(
  tx: Tx,
  postings: readonly Posting[],
  idOfKey: ReadonlyMap<string, bigint>,
): Promise<void> {
  const entries = postings.flatMap((posting) =>
    posting.entries
      .filter((entry) => entry.units !== 0n)
      .map((entry) => ({ ...entry, tenantId: posting.tenantId, id: idOfKey.get(posting.key) })),
  );
  if (entries.length === 0) return;
  const inserted = await tx.query(
    `insert into ledger_entry (transaction_id, account_id, units)
     select given.transaction_id, account.id, given.units
     from unnest($1::bigint[], $2::text[], $3::int[], $4::bigint[])
       as given(transaction_id, account, tenant_id, units)
     left join tenant on tenant.id = given.tenant_id and given.account in ('customer', 'owed')
     join ledger_account account
       on account.name = given.account || coalesce(':' || tenant.tenant_name, '')
     returning 1`,
    [
      entries.map((entry) => entry.id),
      entries.map((entry) => entry.account),
      entries.map((entry) => entry.tenantId),
      entries.map((entry) => entry.units),
    ],
  );
  if (inserted.length !== entries.length) throw new Error("a ledger account is missing");
}

function unique(tenantIds: number[]): number[] {
  return [...new Set(tenantIds)];
}
