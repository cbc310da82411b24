import { db, type Queryable } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import { decrypt } from "~/platform/secret.server";

export const KEY_UNREADABLE = "This key still works, but it cannot be shown again. To see one, make a new key.";

/**
 * Reads the user's account key, masked or whole. Null without a key. `whole` refuses a key encrypted with a lost
 * secret.
 */
export async function readApiKey(
  { userId }: { userId: number },
  q: Queryable = db,
): Promise<{ masked: string; usedAt: Date | null; whole: () => string } | null> {
  const [row] = await q.query<{ last4: string; usedAt: Date | null; encrypted: string | null }>(
    `select last4, used_at as "usedAt", encrypted from api_key
     where user_id = $1 and scope = 'full' and revoked_at is null`,
    [userId],
  );
  if (!row) return null;
  const { last4, usedAt, encrypted } = row;
  return { masked: `mr_…${last4}`, usedAt, whole: () => requireReadable(decrypt(encrypted ?? "")) };
}

function requireReadable(key: string | null): string {
  if (key === null) throw new Refusal(KEY_UNREADABLE);
  return key;
}
