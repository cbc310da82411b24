import { transaction } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { adminTokenFrom, storedAdminToken } from "./admin-token.server";
import { endKeys, makeKeyOf } from "./inference-keys.server";
import { holdForOwner, lockWorkspace } from "./lock-workspace.server";
import type { StaffAct } from "./staff-act";

/** Time for which the old inference token keeps working after a new one was created (A15). */
const OVERLAP_MS = 24 * 3_600_000;

/** Creates a new inference token and returns it; the old one ends in 24 hours. @throws Refusal M94. */
export async function rotateInferenceToken(given: StaffAct & { name: string }): Promise<string> {
  const { name, actorId, requestId, now } = given;
  return await transaction(async (tx) => {
    await holdForOwner(tx, given);
    const { id: workspaceId, tenantId, userId } = await lockWorkspace(tx, name);
    const at = new Date(now.getTime() + OVERLAP_MS);
    await endKeys(tx, { workspaceId, at });
    const token = await makeKeyOf(tx, { workspaceId, tenantId, userId, now });
    const audit = { userId: actorId, action: "workspace.rotate-key", target: `workspace:${name}`, tenantId };
    await writeAudit({ ...audit, after: { old_ends_at: at.toISOString(), shown: 1 }, requestId, now }, tx);
    return token;
  });
}

/** Refuses the second of two simultaneous replacements, which would end the token that the first was just shown. */
const REPLACED_MEANWHILE =
  "This admin token has been replaced by another, so nothing was changed. ‘Show’ shows the present one.";

/**
 * Creates a new admin token. The old one, identified by `last4`, ends at once, because its holder could remove users.
 * @throws Refusal M94, also where `last4` is not that of the present token.
 */
export async function replaceAdminToken(given: StaffAct & { name: string; last4: string }): Promise<string> {
  const { name, actorId, requestId, now } = given;
  const token = adminTokenFrom("");
  const { hash, encrypted, last4 } = storedAdminToken(token);
  await transaction(async (tx) => {
    await holdStaffRight(tx, { userId: actorId, now }, "usage.act");
    const { id, tenantId, adminLast4 } = await lockWorkspace(tx, name);
    if (adminLast4 !== given.last4) throw new Refusal(REPLACED_MEANWHILE, { status: 409 });
    await tx.query(`update workspace set admin_hash = $2, admin_encrypted = $3, admin_last4 = $4 where id = $1`, [
      id,
      hash,
      encrypted,
      last4,
    ]);
    const audit = { userId: actorId, action: "workspace.new-admin-token", target: `workspace:${name}`, tenantId };
    await writeAudit({ ...audit, after: { shown: 1 }, requestId, now }, tx);
  });
  return token;
}
