import { prisma } from "~/db.server";
import { Refusal } from "~/domain/refusal";
import { decrypt } from "~/domain/secret.server";

export const KEY_UNREADABLE = "This key still works, but it cannot be shown again. To see one, make a new key.";

/**
 * The user's present API key: masked, and whole for the moment it is asked for. Null when there is none; `whole` refuses one
 * that was encrypted with a secret that is lost.
 */
export async function readApiKey({
  userId,
}: {
  userId: number;
}): Promise<{ masked: string; usedAt: Date | null; whole: () => string } | null> {
  const row = await prisma.apiKey.findFirst({ where: { userId, scope: "full", revokedAt: null } });
  return (
    row && {
      masked: `mr_…${row.last4}`,
      usedAt: row.usedAt,
      whole: () => requireReadable(decrypt(row.encrypted ?? "")),
    }
  );
}

function requireReadable(key: string | null): string {
  if (key === null) throw new Refusal(KEY_UNREADABLE);
  return key;
}
