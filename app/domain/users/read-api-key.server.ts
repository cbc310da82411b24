import { prisma } from "~/db.server";
import { decrypt } from "./secret.server";

/** The user's present API key: masked, and whole for the moment it is asked for. Null when there is none. */
export async function readApiKey({
  userId,
}: {
  userId: number;
}): Promise<{ masked: string; whole: () => string } | null> {
  const row = await prisma.apiKey.findFirst({ where: { userId, scope: "full", revokedAt: null } });
  return row && { masked: `mr_…${row.last4}`, whole: () => decrypt(row.encrypted) };
}
