import { transaction } from "~/db.server";
import { mailTwoFactor } from "./mail-two-factor.server";
import { endTwoFactor } from "./two-factor.server";

/** Turns off the user's own two-factor and mails them. The caller has asked for the password. */
export async function turnOffTwoFactor({ userId, now }: { userId: number; now: Date }): Promise<void> {
  await transaction(async (tx) => {
    if (await endTwoFactor(tx, { userId })) await mailTwoFactor(tx, { userId, change: "off", now });
  });
}
