import { prisma } from "~/platform/db.server";
import { epochSeconds } from "~/platform/epoch-seconds";

/** A session of the user; times are epoch seconds. */
export interface SessionRow {
  id: string;
  userAgent: string;
  ip: string;
  loginTs: number;
  lastSeenTs: number;
}

/** The user's open sessions, last used first. */
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
