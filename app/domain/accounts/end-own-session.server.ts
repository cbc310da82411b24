import { prisma } from "~/db.server";
import { endSession } from "./session.server";

/** Ends one session of the user; one of somebody else, or one that has ended, is left alone. */
export async function endOwnSession({ userId, sessionId }: { userId: number; sessionId: string }): Promise<void> {
  const own = await prisma.session.findFirst({ where: { id: sessionId, userId }, select: { id: true } });
  if (own) await endSession({ sessionId: own.id });
}
