import { transaction } from "~/platform/db.server";
import { endHalfLogins, endSessionOf } from "../session.server";

/** Ends one of the user's sessions and unused access that it may have opened; ignores sessions of others and ended ones. */
export async function endOwnSession({
  userId,
  sessionId,
  now,
}: {
  userId: number;
  sessionId: string;
  now: Date;
}): Promise<void> {
  await transaction(async (tx) => {
    if (await endSessionOf(tx, { userId, sessionId })) await endHalfLogins(tx, { userId, now });
  });
}
