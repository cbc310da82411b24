import { prepared } from "~/db.server";
import { ACCOUNT_COLUMNS, type Account, type AccountRow, toAccount } from "./account.server";
import { hashOfSecret } from "./secret.server";

/** Who an API key acts for, and how far; null when it is unknown or revoked (0.5). */
export async function findApiKey({ key }: { key: string }): Promise<(Account & { scope: "full" | "usage" }) | null> {
  const [row] = await prepared.query<AccountRow & { scope: "full" | "usage" }>(
    `select ${ACCOUNT_COLUMNS}, k.scope from api_key k
       join user_account u on u.id = k.user_id join tenant t on t.id = u.tenant_id
     where k.hash = $1 and k.revoked_at is null and u.state <> 'closed'`,
    [hashOfSecret(key)],
  );
  return row ? { ...toAccount(row), scope: row.scope } : null;
}
