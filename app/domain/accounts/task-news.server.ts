import { prisma } from "~/db.server";

/** Which news of the tenant's tasks a user is mailed (9.11). */
export interface TaskNews {
  /** When a queued task runs. */
  start: boolean;
  /** When a task has ended that nobody of the tenant stopped. */
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
