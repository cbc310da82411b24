import type { Queryable, Tx } from "~/platform/db.server";
import { ACCOUNT_KINDS, LEDGER_ACCOUNTS } from "./ledger-accounts";

/** Opens a new tenant's accounts of money and coins (B5, B17). */
export async function openAccounts(tx: Tx, { tenantId }: { tenantId: number }): Promise<void> {
  await open(tx, "tenant", tenantId);
}

/**
 * Opens house accounts that the code has and the database lacks. Runs with migrations and at each start of the worker,
 * so that no posting misses its account.
 */
export async function openHouseAccounts(q: Queryable): Promise<void> {
  await open(q, "house", null);
}

/** Skips existing accounts before the insert: a conflict would use up an id for each of them at every start. */
async function open(q: Queryable, owner: "house" | "tenant", tenantId: number | null): Promise<void> {
  const kinds = ACCOUNT_KINDS.filter((kind) => LEDGER_ACCOUNTS[kind].owner === owner);
  await q.query(
    `insert into ledger_account (kind, unit, tenant_id)
     select kind, unit, $3::int from unnest($1::text[], $2::text[]) as wanted(kind, unit)
     where not exists (select from ledger_account there
       where there.kind = wanted.kind and there.tenant_id is not distinct from $3::int)
     on conflict (tenant_id, kind) do nothing`,
    [kinds, kinds.map((kind) => LEDGER_ACCOUNTS[kind].unit), tenantId],
  );
}
