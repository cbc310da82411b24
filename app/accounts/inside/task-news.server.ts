import { prisma } from "~/platform/db.server";

/** Task news that a user gets by mail (9.11). */
export interface TaskNews {
  /** A queued task starts. */
  start: boolean;
  /** A task ended by itself: no member stopped it. */
  end: boolean;
}

export async function readTaskNews({ userId }: { userId: number }): Promise<TaskNews> {
  const user = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { mailTaskStart: true, mailTaskEnd: true },
  });
  return { start: user.mailTaskStart, end: user.mailTaskEnd };
}

export async function changeTaskNews({ userId, start, end }: { userId: number } & TaskNews): Promise<void> {
  await prisma.user.update({ where: { id: userId }, data: { mailTaskStart: start, mailTaskEnd: end } });
}
