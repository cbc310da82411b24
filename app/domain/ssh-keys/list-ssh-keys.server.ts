import { prisma } from "~/db.server";

/** A stored public key. */
export interface SshKeyRow {
  id: number;
  name: string;
  type: string;
  fingerprint: string;
  /** The whole line, as in an authorized_keys file. */
  key: string;
  isDefault: boolean;
}

/** The tenant's keys, the default first, then the newest. */
export async function listSshKeys({ tenantId }: { tenantId: number }): Promise<SshKeyRow[]> {
  const rows = await prisma.sshKey.findMany({
    where: { tenantId },
    orderBy: [{ isDefault: "desc" }, { createdAt: "desc" }, { id: "desc" }],
  });
  return rows.map(({ id, name, type, body, comment, fingerprint, isDefault }) => ({
    id,
    name,
    type,
    fingerprint,
    isDefault,
    key: [type, body, comment].filter(Boolean).join(" "),
  }));
}
