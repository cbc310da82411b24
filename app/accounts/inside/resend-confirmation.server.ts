import { type Tx, transaction } from "~/platform/db.server";
import { mailConfirmLink } from "./mail-confirm-link.server";
import { mailKnownAddress } from "./mail-known-address.server";
import { confirmMailLimit } from "./mail-limits.server";

/** Mails a logged-in, unverified user the link again. Refuses with M260 after 3 mails an hour. */
export async function resendConfirmation(given: {
  user: { userId: number; email: string; name: string };
  now: Date;
}): Promise<void> {
  const { user, now } = given;
  await confirmMailLimit.consume(user.email);
  await transaction(async (tx) => {
    const [own] = await tx.query<{ passwordHash: string | null }>(
      `select password_hash as "passwordHash" from user_account where id = $1`,
      [user.userId],
    );
    await mailConfirmLink(tx, { ...user, passwordHash: own?.passwordHash ?? "", now });
  });
}

/**
 * Resends the mail of a registration, for the browser that registered. An unconfirmed account gets the link with that
 * registration's name and password. The owner of a known address gets the mail about that. The answer does not reveal
 * which mail was sent (decision 0045). Refuses with M260 after 3 mails an hour.
 */
export async function resendToVisitor(given: {
  email: string;
  visitorId: string | null;
  next?: string | null;
  now: Date;
}): Promise<void> {
  const { email, now } = given;
  await confirmMailLimit.consume(email);
  await transaction(async (tx) => {
    const [known] = await tx.query<{ id: number; state: string }>(
      `select id, state from user_account where email = $1`,
      [email],
    );
    if (!known) return;
    if (known.state === "unverified") return await mailOwnLink(tx, { ...given, userId: known.id });
    await mailKnownAddress(tx, { userId: known.id, email, once: now.getTime() });
  });
}

/** Mails this registration's link; another registration leaves nothing to send. */
async function mailOwnLink(
  tx: Tx,
  given: { userId: number; email: string; visitorId: string | null; next?: string | null; now: Date },
): Promise<void> {
  const { userId, email, visitorId, next = null, now } = given;
  const [own] = await tx.query<{ name: string; passwordHash: string }>(
    `select name, password_hash as "passwordHash" from mail_link
     where user_id = $1 and kind = 'confirm' and visitor_id = $2 and used_at is null and name is not null and password_hash is not null
     order by expires_at desc limit 1`,
    [userId, visitorId],
  );
  if (own) await mailConfirmLink(tx, { userId, email, visitorId, next, ...own, now });
}
