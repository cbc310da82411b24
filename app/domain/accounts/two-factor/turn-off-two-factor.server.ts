import { transaction } from "~/db.server";
import { mailTwoFactor } from "./mail-two-factor.server";
import { endTwoFactor } from "./two-factor.server";

/** Turns one's own two-factor off; a mail says so. The caller has asked for the password. */
export async function turnOffTwoFactor({ userId, now }: { userId: number; now: Date }): Promise<void> {
  await transaction(async (tx) => {
    if (await endTwoFactor(tx, { userId })) await mailTwoFactor(tx, { userId, change: "off", now });
  });
}
