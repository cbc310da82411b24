import { transaction } from "~/platform/db.server";
import { endOtherSessions } from "~/accounts/session.server";
import { writeAudit } from "~/platform/write-audit.server";
import { type AdminAct, lockUser } from "./lock-user.server";

/** Logs a user out everywhere, for example after a device was lost; the password stays. Refuses with M98. */
export async function endSessions(given: AdminAct & { reason: string }): Promise<void> {
  const { actorId, userId, reason, requestId, now } = given;
  await transaction(async (tx) => {
    const { tenantId } = await lockUser(tx, given, "access.act");
    await endOtherSessions(tx, { userId, keep: null, now });
    const audit = { userId: actorId, action: "user.end-sessions", target: `user:${userId}`, tenantId, reason };
    await writeAudit({ ...audit, requestId, now }, tx);
  });
}
