import { prisma } from "~/db.server";

/** One place where a user is logged in; times in epoch seconds. */
export interface SessionRow {
  id: string;
  userAgent: string;
  ip: string;
  loginTs: number;
  lastSeenTs: number;
}

/** The user's sessions that have not ended, last used first. */
export async function listSessions({ userId, now }: { userId: number; now: Date }): Promise<SessionRow[]> {
  const rows = await prisma.session.findMany({
    where: { userId, expiresAt: { gt: now } },
    orderBy: { lastSeenAt: "desc" },
  });
  return rows.map(({ id, userAgent, ip, loginAt, createdAt, lastSeenAt }) => ({
    id,
    userAgent,
    ip,
    loginTs: epochSeconds(loginAt ?? createdAt),
    lastSeenTs: epochSeconds(lastSeenAt),
  }));
}

function epochSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
