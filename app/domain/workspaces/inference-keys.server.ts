import type { Tx } from "~/db.server";
import { decrypt, encrypt, hashOfSecret, randomSecret } from "~/domain/accounts/secret.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";

interface KeyOwner {
  tenantId: number;
  /** For whom the key acts. */
  userId: number;
  now: Date;
}

/** The tenant's inference key that waits for a workspace, made at first need (A15). */
export async function readWaitingKey(tx: Tx, owner: KeyOwner): Promise<string> {
  await insertKey(tx, { ...owner, workspaceId: null });
  const [row] = await tx.query<{ id: number; encrypted: string }>(
    `select id, encrypted from api_key where tenant_id = $1 and scope = 'inference' and workspace_id is null
       and revoked_at is null for update`,
    [owner.tenantId],
  );
  if (!row) throw new Error(`tenant ${owner.tenantId} has no inference key`);
  const key = decrypt(row.encrypted);
  if (key !== null) return key;
  // It was encrypted with a secret that is lost, and nobody can have it.
  await tx.query(`update api_key set revoked_at = $2 where id = $1`, [row.id, owner.now]);
  return await readWaitingKey(tx, owner);
}

/** Gives a waiting key to a workspace. @throws Refusal M96 of a key of another tenant, or one that does not wait. */
export async function attachKey(
  tx: Tx,
  { key, tenantId, userId, workspaceId }: { key: string; tenantId: number; userId: number; workspaceId: number },
): Promise<void> {
  const attached = await tx.query(
    `update api_key set workspace_id = $3, user_id = $4 where hash = $1 and tenant_id = $2 and scope = 'inference'
       and workspace_id is null and revoked_at is null returning 1`,
    [hashOfSecret(key), tenantId, workspaceId, userId],
  );
  if (attached.length === 0) throw Refusal.ofField("inference_token", M.tokenOfOtherOwner);
}

/** A key of a workspace that has none, or whose key is being replaced. */
export async function makeKeyOf(tx: Tx, given: KeyOwner & { workspaceId: number }): Promise<string> {
  return await insertKey(tx, given);
}

/** The workspace's keys open nothing from `at` on. One that would end sooner does. */
export async function endKeys(tx: Tx, { workspaceId, at }: { workspaceId: number; at: Date }): Promise<void> {
  await tx.query(
    `update api_key set revoked_at = $2 where workspace_id = $1 and (revoked_at is null or revoked_at > $2)`,
    [workspaceId, at],
  );
}

/** Of two at once that would make the waiting key of a tenant, the database lets one. */
async function insertKey(
  tx: Tx,
  { tenantId, userId, workspaceId, now }: KeyOwner & { workspaceId: number | null },
): Promise<string> {
  const key = `mr_${randomSecret()}`;
  await tx.query(
    `insert into api_key (tenant_id, user_id, scope, hash, encrypted, last4, created_at, workspace_id)
     values ($1, $2, 'inference', $3, $4, $5, $6, $7) on conflict do nothing`,
    [tenantId, userId, hashOfSecret(key), encrypt(key), key.slice(-4), now, workspaceId],
  );
  return key;
}
