import type { Tx } from "~/db.server";
import { HOUSE_ACCOUNTS } from "./ledger.server";

/** Opens the ledger accounts of a new tenant, and those of the house where they are missing (B5). */
export async function openAccounts(
  tx: Tx,
  { tenantId, tenantName }: { tenantId: number; tenantName: string },
): Promise<void> {
  await ensureAccounts(tx);
  await tx.query(
    `insert into ledger_account (name, tenant_id) values ('customer:' || $2, $1), ('owed:' || $2, $1)
     on conflict (name) do nothing`,
    [tenantId, tenantName],
  );
}

/** Opens the accounts of the house; does nothing when they are there. */
export async function ensureAccounts(tx: Tx): Promise<void> {
  await tx.query(
    `insert into ledger_account (name) select unnest($1::text[]) except select name from ledger_account
     on conflict (name) do nothing`,
    [[...HOUSE_ACCOUNTS]],
  );
}
