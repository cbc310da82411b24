import type { Tx } from "~/platform/db.server";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { knownAddressMail } from "../account-mails";

/** Mails the owner of an address about its registration by somebody; sends one mail per `once`. */
export async function mailKnownAddress(
  tx: Tx,
  { userId, email, once }: { userId: number; email: string; once: number },
): Promise<void> {
  const mail = knownAddressMail({ loginUrl: ownUrl("/login"), forgotUrl: ownUrl("/forgot") });
  await queueMail(tx, { to: email, ...mail, cause: `known-address:${userId}:${once}` });
}
