import { db, prisma } from "./db.server";

const BATCH = 100;
export const ATTEMPTS_MAX = 10;

/** Unsent mails that are due, oldest first. */
export async function listUnsentMails({ now }: { now: Date }) {
  return await prisma.mail.findMany({
    where: { sentAt: null, tryAfter: { lte: now }, attempts: { lt: ATTEMPTS_MAX } },
    orderBy: { id: "asc" },
    take: BATCH,
  });
}

export async function markMailSent({ id, now }: { id: bigint; now: Date }): Promise<void> {
  await prisma.mail.update({ where: { id }, data: { sentAt: now } });
}

/** Postpones a refused mail by 2, 4, 8 … minutes; after ten attempts it is not sent again. Other mails continue. */
export async function postponeMail({ id, now }: { id: bigint; now: Date }): Promise<void> {
  await db.query(
    `update mail set attempts = attempts + 1, try_after = $2::timestamptz + interval '1 minute' * 2 ^ (attempts + 1)
     where id = $1`,
    [id, now],
  );
}
