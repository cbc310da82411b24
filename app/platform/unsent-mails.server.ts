import { db, prisma } from "./db.server";
import { env } from "./env.server";

const BATCH = 100;
export const ATTEMPTS_MAX = 10;

/** Unsent mails that are due, longest due first, without those whose text was deleted meanwhile (A30). */
export async function listUnsentMails({ now }: { now: Date }) {
  return await prisma.mail.findMany({
    where: { sentAt: null, tryAfter: { lte: now }, attempts: { lt: ATTEMPTS_MAX }, text: { not: "" } },
    orderBy: [{ tryAfter: "asc" }, { id: "asc" }],
    take: BATCH,
  });
}

const LATE_MINUTES = 15;

/** Counts mails that have not been sent for minutes, or that are no longer tried, of the last day. Without a mail server there are none. */
export async function countLateMails({ now }: { now: Date }): Promise<number> {
  if (!env.SMTP_URL) return 0;
  const [row] = await db.query<{ mails: number }>(
    `select count(*)::int as mails from mail where sent_at is null and try_after > $1::timestamptz - interval '1 day'
       and created_at < $1::timestamptz - interval '${LATE_MINUTES} minutes'`,
    [now],
  );
  return row?.mails ?? 0;
}

export async function markMailSent({ id, now }: { id: bigint; now: Date }): Promise<void> {
  await prisma.mail.update({ where: { id }, data: { sentAt: now } });
}

/**
 * Postpones a mail. A refused one waits 2, 4, 8 … minutes and is not sent again after ten attempts; a server that cannot
 * be reached uses up no attempt. Other mails continue.
 */
export async function postponeMail({ id, refused, now }: { id: bigint; refused: boolean; now: Date }): Promise<void> {
  await db.query(
    `update mail set attempts = attempts + $3, try_after = $2::timestamptz + interval '1 minute' * 2 ^ (attempts + $3)
     where id = $1`,
    [id, now, refused ? 1 : 0],
  );
}
