import { db } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { ATTEMPTS_MAX } from "~/platform/unsent-mails.server";

const WAITS_MS = 86_400_000;

/** SQL for a mail to one of the addresses $1, or with a message of theirs to us, which ends with one of the searches $2. */
const THEIRS = `(to_address = any($1::text[]) or cause like 'feedback:%'
  and exists (select from unnest($2::text[]) search where right(text, length(search)) = search))`;

const SOMEBODY = "A deleted account";

/**
 * Erases the address and text of mails to the account, and of those that passed its messages to the support address;
 * their rows stay, so that no mail is repeated. Unsent mails, the last one included, have a day to be sent.
 * @returns whether no mail is left. Later mails may belong to a new account with the address.
 */
export async function eraseMails(given: {
  emails: readonly string[];
  closedAt: Date;
  askedAt: Date;
  now: Date;
}): Promise<boolean> {
  const { emails, closedAt, askedAt, now } = given;
  const waitsNoLonger = now.getTime() - askedAt.getTime() > WAITS_MS;
  const searches = emails.map((email) => `?q=${encodeURIComponent(email)}`);
  await db.query(
    `update mail set to_address = '', subject = '', text = ''
     where ${THEIRS} and created_at <= $3 and (sent_at is not null or attempts >= $4 or $5)`,
    [emails, searches, closedAt, ATTEMPTS_MAX, waitsNoLonger],
  );
  await maskInOthers({ emails, closedAt });
  const [left] = await db.query(`select from mail where ${THEIRS} and created_at <= $3 limit 1`, [
    emails,
    searches,
    closedAt,
  ]);
  return left === undefined;
}

/**
 * Masks the address in mails to others about joining, inviting, storing a key, leaving or no longer being an admin, and
 * in messages of others to us (16.5).
 */
async function maskInOthers({ emails, closedAt }: { emails: readonly string[]; closedAt: Date }): Promise<void> {
  const naming = await db.query<{ id: bigint; subject: string; text: string }>(
    `select id, subject, text from mail
     where cause like any(array['joined:%', 'invitation:%', 'ssh-key:%', 'left-behind:%', 'former-admin:%', 'feedback:%']) and created_at <= $2
       and exists (select from unnest($1::text[]) one where strpos(subject || ' ' || text, one) > 0)`,
    [emails, closedAt],
  );
  const masked = (text: string) => emails.reduce(withoutAddress, text);
  await forEach(naming, async ({ id, subject, text }) => {
    await db.query(`update mail set subject = $2, text = $3 where id = $1`, [id, masked(subject), masked(text)]);
  });
}

/** Removes an address from a text, but leaves longer addresses that contain it. */
function withoutAddress(text: string, email: string): string {
  const exact = email.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
  return text.replace(new RegExp(`(?<![\\w.+%'-])${exact}(?![\\w-]|\\.\\w)`, "g"), SOMEBODY);
}
