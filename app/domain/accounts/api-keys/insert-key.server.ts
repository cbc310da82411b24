import type { Tx } from "~/db.server";
import { encrypt, hashOfSecret, randomSecret } from "~/domain/secret.server";
import type { KeyKind } from "./find-api-key.server";
import type { KeyScope } from "./key-scopes";

interface NewKey {
  kind: KeyKind;
  tenantId: number;
  /** For whom the key acts. */
  userId: number;
  now: Date;
  /** Of a named key. */
  named?: { name: string; scopes: readonly KeyScope[]; networks: readonly string[]; expiresAt: Date | null };
  workspaceId?: number | null;
  sourceId?: number | null;
}

/** Kinds that a screen shows again; of all others nothing is kept but the hash. */
const SHOWN_AGAIN: readonly KeyKind[] = ["full", "inference"];

/**
 * Makes a key of any kind, `mr_` and 43 characters (0.5): this alone writes the rows of keys. Answers the whole key; `keyId` is null
 * where there is one already that may be there once only, such as the waiting key of a tenant.
 */
export async function insertKey(tx: Tx, given: NewKey): Promise<{ key: string; keyId: number | null }> {
  const { kind, tenantId, userId, now, named, workspaceId = null, sourceId = null } = given;
  const key = `mr_${randomSecret()}`;
  const encrypted = SHOWN_AGAIN.includes(kind) ? encrypt(key) : null;
  const [made] = await tx.query<{ id: number }>(
    `insert into api_key (tenant_id, user_id, scope, hash, encrypted, last4, created_at, workspace_id, source_id,
       name, scopes, networks, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict do nothing returning id`,
    [
      ...[tenantId, userId, kind, hashOfSecret(key), encrypted, key.slice(-4), now, workspaceId, sourceId],
      ...[named?.name ?? "", [...(named?.scopes ?? [])], [...(named?.networks ?? [])], named?.expiresAt ?? null],
    ],
  );
  return { key, keyId: made?.id ?? null };
}
