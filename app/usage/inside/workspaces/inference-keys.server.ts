import type { Tx } from "~/platform/db.server";
import { insertKey } from "~/accounts/insert-key.server";
import { decrypt, hashOfSecret } from "~/platform/secret.server";
import { M } from "~/usage/messages";
import { Refusal } from "~/platform/refusal";

interface KeyOwner {
  tenantId: number;
  /** User for whom the key acts. */
  userId: number;
  now: Date;
}

/** The tenant's inference key that waits for a workspace, made at first need (A15). */
export async function readWaitingKey(tx: Tx, owner: KeyOwner): Promise<string> {
  // Of two concurrent calls, the database admits one.
  await insertKey(tx, { ...owner, kind: "inference" });
  const [row] = await tx.query<{ id: number; encrypted: string | null }>(
    `select id, encrypted from api_key where tenant_id = $1 and scope = 'inference' and workspace_id is null
       and revoked_at is null for update`,
    [owner.tenantId],
  );
  if (!row) throw new Error(`tenant ${owner.tenantId} has no inference key`);
  const key = row.encrypted === null ? null : decrypt(row.encrypted);
  if (key !== null) return key;
  // The key was encrypted with a lost secret, so nobody can have it.
  await tx.query(`update api_key set revoked_at = $2 where id = $1`, [row.id, owner.now]);
  return await readWaitingKey(tx, owner);
}

/** Gives a waiting key to a workspace. @throws Refusal M96 for a key of another tenant, or one that does not wait. */
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

/** Creates the key of a workspace that has none, or whose key is being replaced. */
export async function makeKeyOf(tx: Tx, given: KeyOwner & { workspaceId: number }): Promise<string> {
  return (await insertKey(tx, { ...given, kind: "inference" })).key;
}

/** Ends the workspace's keys at `at`, or earlier if they would end earlier. */
export async function endKeys(tx: Tx, { workspaceId, at }: { workspaceId: number; at: Date }): Promise<void> {
  await tx.query(
    `update api_key set revoked_at = $2 where workspace_id = $1 and (revoked_at is null or revoked_at > $2)`,
    [workspaceId, at],
  );
}
