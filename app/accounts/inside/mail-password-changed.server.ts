import type { Tx } from "~/platform/db.server";
import { passwordChangedMail } from "../account-mails";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";

/** Mails the owner, who may not be the person who changed the password. */
export async function mailPasswordChanged(
  tx: Tx,
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<void> {
  await queueMail(tx, {
    to: email,
    ...passwordChangedMail({ forgotUrl: ownUrl("/forgot") }),
    cause: `password-changed:${userId}:${now.getTime()}`,
  });
}
