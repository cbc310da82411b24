import type { Tx } from "~/platform/db.server";
import { endHalfLogins } from "../session.server";

/**
 * Revokes unused access that the former password opened: reset links, pending second steps, and authorized command
 * lines that have not fetched their key.
 */
export async function revokePendingAccess(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<void> {
  await tx.query(`update mail_link set used_at = $2 where user_id = $1 and kind = 'reset' and used_at is null`, [
    userId,
    now,
  ]);
  await endHalfLogins(tx, { userId, now });
}
