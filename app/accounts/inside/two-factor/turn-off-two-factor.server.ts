import { transaction } from "~/platform/db.server";
import { mailTwoFactor } from "~/accounts/mail-two-factor.server";
import { holdSession } from "~/accounts/session.server";
import { endTwoFactor } from "~/accounts/two-factor.server";

/** Turns off the user's own two-factor and mails them. The caller has asked for the password. */
export async function turnOffTwoFactor({
  userId,
  sessionId,
  now,
}: {
  userId: number;
  sessionId: string;
  now: Date;
}): Promise<void> {
  await transaction(async (tx) => {
    await holdSession(tx, { userId, sessionId });
    if (await endTwoFactor(tx, { userId })) await mailTwoFactor(tx, { userId, change: "off", now });
  });
}
