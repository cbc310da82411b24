import { prepared } from "~/db.server";
import { ACCOUNT_COLUMNS, type Account, type AccountRow, toAccount } from "./account.server";
import { hashOfSecret } from "./secret.server";

export type KeyScope = "full" | "usage" | "inference";

/** An API key that works: who it acts for, how far, and the workspace whose inference token it is. */
interface FoundKey extends Account {
  keyId: number;
  scope: KeyScope;
  /** Of a service key: for which source it sends; null before its first use. */
  sourceId: number | null;
  workspace: { workspaceId: number; activeAt: Date | null } | null;
}

type KeyRow = AccountRow & {
  key_id: number;
  scope: KeyScope;
  source_id: number | null;
  workspace_id: number | null;
  active_at: Date | null;
};

/** Null when the key is unknown, revoked, or replaced and its time over (0.5). */
export async function findApiKey({ key, now }: { key: string; now: Date }): Promise<FoundKey | null> {
  const [row] = await prepared.query<KeyRow>(
    `select ${ACCOUNT_COLUMNS}, k.id as key_id, k.scope, k.source_id, k.workspace_id, w.active_at from api_key k
       join user_account u on u.id = k.user_id join tenant t on t.id = u.tenant_id
       left join workspace w on w.id = k.workspace_id
     where k.hash = $1 and (k.revoked_at is null or k.revoked_at > $2) and u.state <> 'closed'`,
    [hashOfSecret(key), now],
  );
  if (!row) return null;
  const { key_id: keyId, scope, source_id: sourceId, workspace_id: workspaceId, active_at: activeAt } = row;
  return { ...toAccount(row), keyId, scope, sourceId, workspace: workspaceId === null ? null : { workspaceId, activeAt } };
}
