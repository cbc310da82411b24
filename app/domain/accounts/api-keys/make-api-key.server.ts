import type { Tx } from "~/db.server";
import { insertKey } from "./insert-key.server";

/** Makes the account's own API key of a user and ends the one before at once (0.5). Answers the whole key. */
export async function makeApiKey(
  tx: Tx,
  { tenantId, userId, now }: { tenantId: number; userId: number; now: Date },
): Promise<string> {
  await tx.query(`update api_key set revoked_at = $2 where user_id = $1 and scope = 'full' and revoked_at is null`, [
    userId,
    now,
  ]);
  const { key, keyId } = await insertKey(tx, { kind: "full", tenantId, userId, now });
  if (keyId === null) throw new Error(`user ${userId} was given another key meanwhile`);
  return key;
}
