import { prisma } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import { decrypt } from "~/platform/secret.server";

export const KEY_UNREADABLE = "This key still works, but it cannot be shown again. To see one, make a new key.";

/**
 * Reads the user's account key, masked or whole. Null without a key. `whole` refuses a key encrypted with a lost
 * secret.
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
