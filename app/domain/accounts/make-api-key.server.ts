import type { Tx } from "~/db.server";
import { encrypt, hashOfSecret, randomSecret } from "./secret.server";

/**
 * Makes the user's API key, `mr_` and 43 characters, and ends the one before at once (0.5).
 * Answers the whole key; it is stored as a hash for lookup and encrypted for the screens that show it.
 */
export async function makeApiKey(
  tx: Tx,
  { tenantId, userId, now }: { tenantId: number; userId: number; now: Date },
): Promise<string> {
  const key = `mr_${randomSecret()}`;
  await tx.query(`update api_key set revoked_at = $2 where user_id = $1 and scope = 'full' and revoked_at is null`, [
    userId,
    now,
  ]);
  await tx.query(
    `insert into api_key (tenant_id, user_id, hash, encrypted, last4, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [tenantId, userId, hashOfSecret(key), encrypt(key), key.slice(-4), now],
  );
  return key;
}
