import { transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { command } from "~/platform/announce.server";
import { M } from "~/fleet/messages";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";

interface Revocation {
  nodeName: string;
  /** The admin. */
  userId: number;
  requestId: string;
  now: Date;
}

/**
 * Ends the overlap after a rotation at once: the key before is refused from now on, and a socket that it opened is
 * closed (A32).
 * @throws Refusal M100, or a sentence when no older key is valid.
 */
export async function revokeOldKey({ nodeName, userId, requestId, now }: Revocation): Promise<void> {
  await transaction(async (tx) => {
    await holdStaffRight(tx, { userId, now }, "fleet.admit");
    const [node] = await tx.query<{ id: number; until: Date | null }>(
      `select id, old_key_until as until from node where node_name = $1 and retired_at is null for no key update`,
      [nodeName],
    );
    if (!node) throw new Refusal(M.noSuchNode);
    if (node.until === null || node.until <= now) throw new Refusal(`No older key of ${nodeName} is valid.`);
    await tx.query(`update node set old_key_hash = null, old_key_until = null where id = $1`, [node.id]);
    await command(tx, [{ command: "agent-key", key: String(node.id) }]);
    const target = `node:${nodeName}`;
    const before = { valid_until: node.until.toISOString() };
    await writeAudit({ userId, action: "node.revoke-old-key", target, before, requestId, now }, tx);
  });
}
