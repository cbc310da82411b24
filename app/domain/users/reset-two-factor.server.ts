import { transaction } from "~/db.server";
import { type AdminAct, lockUser } from "./lock-user.server";
import { endTwoFactor } from "./two-factor.server";
import { writeAudit } from "./write-audit.server";

/** Turns the second factor off for somebody who has lost it. Refuses with M98. */
export async function resetTwoFactor(given: AdminAct): Promise<void> {
  const { actorId, userId, requestId, now } = given;
  await transaction(async (tx) => {
    await lockUser(tx, given);
    await endTwoFactor(tx, { userId });
    const act = { userId: actorId, action: "user.reset-two-factor", target: `user:${userId}` };
    await writeAudit({ ...act, requestId, now }, tx);
  });
}
