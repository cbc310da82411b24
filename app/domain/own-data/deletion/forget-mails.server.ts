import { db } from "~/db.server";
import { ATTEMPTS_MAX } from "~/domain/notices/unsent-mails.server";

const WAITS_MS = 86_400_000;

/**
 * Forgets address and words of the mails that went to the account; their rows stay, so that none goes out again. Those that wait for
 * their server have a day, the last one among them.
 * @returns whether none is left. Mails of after the closing belong to whoever registers the address again.
 */
export async function forgetMails(given: {
  emails: readonly string[];
  closedAt: Date;
  askedAt: Date;
  now: Date;
}): Promise<boolean> {
  const { emails, closedAt, askedAt, now } = given;
  const waitsNoLonger = now.getTime() - askedAt.getTime() > WAITS_MS;
  await db.query(
    `update mail set to_address = '', subject = '', text = ''
     where to_address = any($1::text[]) and created_at <= $2 and (sent_at is not null or attempts >= $3 or $4)`,
    [emails, closedAt, ATTEMPTS_MAX, waitsNoLonger],
  );
  const [left] = await db.query(`select from mail where to_address = any($1::text[]) and created_at <= $2 limit 1`, [
    emails,
    closedAt,
  ]);
  return left === undefined;
}
