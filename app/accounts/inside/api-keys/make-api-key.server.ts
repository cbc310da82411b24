import type { Tx } from "~/platform/db.server";
import { insertKey } from "~/accounts/insert-key.server";

/**
 * Creates a user's account key, which belongs to their own tenant (16.3), and ends the former one at once (0.5).
 * Returns the whole key.
 */
export async function makeApiKey(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<string> {
  const [own] = await tx.query<{ tenantId: number }>(
    `select tenant_id as "tenantId" from user_account where id = $1 for no key update`,
    [userId],
  );
  if (!own) throw new Error(`there is no user ${userId}`);
  const { tenantId } = own;
  await tx.query(`update api_key set revoked_at = $2 where user_id = $1 and scope = 'full' and revoked_at is null`, [
    userId,
    now,
  ]);
  const { key, keyId } = await insertKey(tx, { kind: "full", tenantId, userId, now });
  if (keyId === null) throw new Error(`user ${userId} was given another key meanwhile`);
  return key;
}
