import type { Tx } from "~/platform/db.server";
import { type TwoFactorChange, twoFactorMail } from "./account-mails";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";

/** Mails the owner, who may not be the person who changed two-factor. */
export async function mailTwoFactor(
  tx: Tx,
  { userId, change, now }: { userId: number; change: TwoFactorChange; now: Date },
): Promise<void> {
  const [user] = await tx.query<{ email: string | null }>(`select email from user_account where id = $1`, [userId]);
  if (!user?.email) return;
  await queueMail(tx, {
    to: user.email,
    ...twoFactorMail(change, { forgotUrl: ownUrl("/forgot"), contactUrl: ownUrl("/contact") }),
    cause: `two-factor-${change}:${userId}:${now.getTime()}`,
  });
}
