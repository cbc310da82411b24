import type { Queryable, Tx } from "~/db.server";
import { ACCOUNT_KINDS, LEDGER_ACCOUNTS } from "./ledger-accounts";

/** Opens the accounts of a new tenant, of money and of coins (B5, B17). */
export async function openAccounts(tx: Tx, { tenantId }: { tenantId: number }): Promise<void> {
  await open(tx, "tenant", tenantId);
}

/**
 * Opens those accounts of the house that this program has and the database has not: part of migrating and of each start
 * of the worker, so that no posting meets an account that is only in the code.
 */
export async function openHouseAccounts(q: Queryable): Promise<void> {
  await open(q, "house", null);
}

/** What is there already is not inserted and so uses up no id: this runs at every start. */
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
