import { db, type Queryable, transaction } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import { decrypt } from "~/platform/secret.server";
import { writeAudit } from "~/platform/write-audit.server";
import { holdSession } from "./session.server";

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

/** Shows a session's user their whole account key, and writes the audit row. @throws Refusal M02. */
export async function showApiKey(given: {
  userId: number;
  sessionId: string;
  requestId: string;
  now: Date;
}): Promise<string> {
  const { userId, requestId, now } = given;
  return await transaction(async (tx) => {
    await holdSession(tx, given);
    await writeAudit({ userId, action: "api-key.show", target: `user:${userId}`, requestId, now }, tx);
    return (await readApiKey({ userId }, tx))?.whole() ?? "";
  });
}

function requireReadable(key: string | null): string {
  if (key === null) throw new Refusal(KEY_UNREADABLE);
  return key;
}
