import { prisma } from "~/db.server";

const BATCH = 100;

/** Mails that no server has taken yet, oldest first. */
export async function listUnsentMails() {
  return await prisma.mail.findMany({ where: { sentAt: null }, orderBy: { id: "asc" }, take: BATCH });
}

export async function markMailSent({ id, now }: { id: bigint; now: Date }): Promise<void> {
  await prisma.mail.update({ where: { id }, data: { sentAt: now } });
}
