import { prisma } from "~/platform/db.server";
import { endSession } from "../session.server";

/** Ends one of the user's sessions; ignores sessions of others and ended ones. */
export async function endOwnSession({ userId, sessionId }: { userId: number; sessionId: string }): Promise<void> {
  const own = await prisma.session.findFirst({ where: { id: sessionId, userId }, select: { id: true } });
  if (own) await endSession({ sessionId: own.id });
}
