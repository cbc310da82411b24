import { prepared } from "~/platform/db.server";
import { ACCOUNT_COLUMNS, type Account, type AccountRow, toAccount } from "./account.server";
import { IS_OPEN } from "~/platform/team-open-sql";
import { hashOfSecret } from "~/platform/secret.server";
import { type KeyScope, scopesIn } from "./key-scopes";

/**
 * Kinds of API keys: the account key, named keys, service keys of model usage, and inference tokens of workspaces. The
 * column is called `scope`, after the scope of service keys in the contract.
 */
export type KeyKind = "full" | "named" | "usage" | "inference";

/** A key found for a call: the account, its rights, its last use, and its workspace if it is an inference token. */
export interface FoundKey extends Account {
  keyId: number;
  usedAt: Date | null;
  kind: KeyKind;
  /** The scopes of a named key; empty for other kinds. */
  scopes: KeyScope[];
  /** The networks that a named key may be used from; empty: any. */
  networks: string[];
  /** Reason why a named key no longer works; its holder reads it. */
  ended: { why: "revoked" | "expired"; at: Date } | null;
  /** The source that a service key sends for; null before its first use. */
  sourceId: number | null;
  /** The line of a named key; null for other kinds. */
  lineId: number | null;
  workspace: { workspaceId: number; activeAt: Date | null } | null;
}

type KeyRow = AccountRow & {
  key_id: number;
  used_at: Date | null;
  scope: KeyKind;
  scopes: string[];
  networks: string[];
  expires_at: Date | null;
  revoked_at: Date | null;
  source_id: number | null;
  line_id: number | null;
  workspace_id: number | null;
  active_at: Date | null;
  is_open: boolean;
};

const BY_HASH = `select ${ACCOUNT_COLUMNS}, k.id as key_id, k.used_at, k.scope, k.scopes, k.networks, k.expires_at, k.revoked_at, k.source_id,
    k.line_id, k.workspace_id, w.active_at, ${IS_OPEN} as is_open
  from api_key k join user_account u on u.id = k.user_id
    join member m on m.tenant_id = k.tenant_id and m.user_id = k.user_id join tenant t on t.id = m.tenant_id
    left join workspace w on w.id = k.workspace_id
  where k.hash = $1 and (k.scope = 'named' or k.revoked_at is null or k.revoked_at > $2) and u.state <> 'closed'`;

/**
 * Finds a key by its hash, so that timing reveals nothing. Null for unknown keys, and for account and service keys that
 * were revoked or whose overlap is over (0.5).
 */
export async function findApiKey({ key, now }: { key: string; now: Date }): Promise<FoundKey | null> {
  const [row] = await prepared.query<KeyRow>(BY_HASH, [hashOfSecret(key), now]);
  if (!row) return null;
  const { workspace_id: workspaceId, active_at: activeAt } = row;
  const account = toAccount(row);
  return {
    ...account,
    // A suspended owner closes all keys of their tenant (A35).
    state: row.is_open ? account.state : "suspended",
    // A named key acts as a customer even if staff made it (decision 0207).
    ...(row.scope === "named" ? { role: "customer", staffRights: [] } : {}),
    keyId: row.key_id,
    usedAt: row.used_at,
    kind: row.scope,
    scopes: scopesIn(row.scopes),
    networks: row.networks,
    ended: endOf(row, now),
    sourceId: row.source_id,
    lineId: row.line_id,
    workspace: workspaceId === null ? null : { workspaceId, activeAt },
  };
}

function endOf({ revoked_at: revokedAt, expires_at: expiresAt }: KeyRow, now: Date): FoundKey["ended"] {
  if (revokedAt && revokedAt <= now) return { why: "revoked", at: revokedAt };
  return expiresAt && expiresAt <= now ? { why: "expired", at: expiresAt } : null;
}
