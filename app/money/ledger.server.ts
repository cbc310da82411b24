import type { Tx } from "~/platform/db.server";
import type { LedgerUnit } from "./ledger-accounts";
import { contentHash, type Postings, unitOf } from "./inside/billing/posting.server";
import { touchOf } from "./touch-balances.server";
import { asUnits, type Units } from "./units";

export type { CoinPosting, Entry, Posting } from "./inside/billing/posting.server";

/**
 * Posts ledger transactions of money or coins, all entries in one statement (B5, B17). Locks the tenants' accounts in
 * id order. A key already posted with the same content is skipped; with other content it is a fault.
 * @returns the newly posted keys.
 */
export async function postTransactions(tx: Tx, postings: Postings): Promise<Set<string>> {
  const [first] = postings;
  if (!first) return new Set();
  await lockAccounts(
    tx,
    postings.flatMap(({ tenantId }) => tenantId ?? []),
    unitOf(first),
  );
  return await postLocked(tx, postings);
}

/** Posts for a caller who holds the locks of the tenants' accounts; new postings wake the tick. */
export async function postLocked(
  tx: Tx,
  postings: Postings,
  { wakes = null }: { wakes?: "scheduler" | "balance" | null } = {},
): Promise<Set<string>> {
  if (new Set(postings.map((posting) => posting.key)).size < postings.length) {
    throw new Error("one call posts each key once");
  }
  // Planning one posting takes longer than posting it, so its plan is kept. For several, the plan depends on their
  // number.
  const asked = postings.length === 1 ? tx.prepared : tx;
  const rows = await asked.query<{ key: string }>(POST, { ...valuesOf(postings), wakes });
  const fresh = new Set(rows.map((row) => row.key));
  await assertSameContent(tx, postings, fresh);
  return fresh;
}

/** Locks these tenants' accounts of a unit, ascending by id, until the transaction ends. */
export async function lockAccounts(tx: Tx, tenantIds: readonly number[], unit: LedgerUnit): Promise<void> {
  await tx.query(
    `select count(*) from (select from ledger_account where tenant_id = any($1) and unit = $2
       order by id for no key update) locked`,
    [tenantIds, unit],
  );
}

/** A tenant's balance and debt, both 0 or more. */
interface TenantMoney {
  balance: Units;
  debt: Units;
}

/** Locks and reads a tenant's money accounts: the values hold until the transaction ends. */
export async function lockMoney(tx: Tx, tenantId: number): Promise<TenantMoney> {
  const rows = await tx.prepared.query<{ kind: "customer" | "owed"; balance: bigint }>(
    `select kind, balance from ledger_account where tenant_id = $1 and unit = 'usd'
     order by id for no key update`,
    [tenantId],
  );
  const sumOf = (kind: "customer" | "owed") =>
    rows.reduce((sum, row) => (row.kind === kind ? sum + row.balance : sum), 0n);
  return { balance: asUnits(sumOf("customer")), debt: asUnits(-sumOf("owed")) };
}

/** Checks that a skipped posting has the same content as the stored one. */
async function assertSameContent(tx: Tx, postings: Postings, fresh: ReadonlySet<string>): Promise<void> {
  const repeated = postings.filter((posting) => !fresh.has(posting.key));
  if (repeated.length === 0) return;
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

/** Columns of the transactions and of their entries. */
function valuesOf(postings: Postings) {
  const entries = postings.flatMap((posting) =>
    posting.entries.filter((entry) => entry.units !== 0n).map((entry) => ({ ...entry, key: posting.key })),
  );
  return {
    keys: postings.map((posting) => posting.key),
    hashes: postings.map(contentHash),
    kinds: postings.map((posting) => posting.kind),
    units: postings.map(unitOf),
    tenantIds: postings.map((posting) => posting.tenantId),
    resvGuids: postings.map((posting) => posting.resvGuid ?? null),
    descriptions: postings.map((posting) => posting.description),
    times: postings.map((posting) => posting.at),
    entryKeys: entries.map((entry) => entry.key),
    entryAccounts: entries.map((entry) => entry.account),
    entryUnits: entries.map((entry) => entry.units),
  };
}

/**
 * Inserts transactions and entries and announces balances in one statement, because each round trip costs as much as
 * the writing. Skips posted keys. A kind belongs to tenants or to the house, so each entry matches one account; without
 * a match the insert fails.
 */
const POST = `
  with fresh as (
    insert into ledger_transaction (key, content_hash, kind, unit, tenant_id, resv_guid, description, at)
    select * from unnest($keys::text[], $hashes::text[], $kinds::text[], $units::text[], $tenantIds::int[],
      $resvGuids::uuid[], $descriptions::text[], $times::timestamptz[])
    on conflict (key) do nothing returning id, key, unit, tenant_id
  ), entries as (
    insert into ledger_entry (transaction_id, account_id, units)
    select fresh.id, coalesce(
        (select id from ledger_account where tenant_id = fresh.tenant_id and kind = entry.account),
        (select id from ledger_account where tenant_id is null and kind = entry.account)), entry.units
    from unnest($entryKeys::text[], $entryAccounts::text[], $entryUnits::bigint[]) as entry(key, account, units)
      join fresh using (key)
  ), ${touchOf("select tenant_id from fresh where unit = 'usd'")}, woken as (
    insert into outbox (entity, key) select 'wake', $wakes::text where $wakes::text is not null and exists (select from fresh)
  )
  select key, pg_notify('millrace_outbox', '') from fresh`;
