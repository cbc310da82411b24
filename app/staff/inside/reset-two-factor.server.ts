import { transaction } from "~/platform/db.server";
import { type AdminAct, lockUser } from "./lock-user.server";
import { mailTwoFactor } from "~/accounts/mail-two-factor.server";
import { endOtherSessions } from "~/accounts/session.server";
import { endTwoFactor } from "~/accounts/two-factor.server";
import { writeAudit } from "~/platform/write-audit.server";

/**
 * Turns off two-factor for a user who lost it. Sessions end, and a mail informs the owner, who may not have sent the
 * request. Refuses with M98.
 */
export async function resetTwoFactor(given: AdminAct): Promise<void> {
  const { actorId, userId, requestId, now } = given;
  await transaction(async (tx) => {
    const { tenantId } = await lockUser(tx, given, "access.act");
    const wasOn = await endTwoFactor(tx, { userId });
    await endOtherSessions(tx, { userId, keep: null, now });
    if (wasOn) await mailTwoFactor(tx, { userId, change: "reset", now });
    const act = { userId: actorId, action: "user.reset-two-factor", target: `user:${userId}`, tenantId };
    await writeAudit({ ...act, requestId, now }, tx);
  });
}
