import type { Tx } from "~/platform/db.server";
import { confirmMail } from "../account-mails";
import { makeMailLink } from "../mail-links.server";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { hashOfSecret } from "~/platform/secret.server";

/** Mails the link that confirms an address, for the name and password of this registration. */
export async function mailConfirmLink(
  tx: Tx,
  given: {
    userId: number;
    email: string;
    name: string;
    passwordHash: string;
    visitorId?: string | null;
    /** The path that confirming leads to. */
    next?: string | null;
    now: Date;
  },
): Promise<void> {
  const { userId, email, name, passwordHash, visitorId = null, next = null, now } = given;
  const token = await makeMailLink(tx, {
    kind: "confirm",
    userId,
    name,
    passwordHash,
    visitorId,
    now,
  });
  const back = next === null ? "" : `?${new URLSearchParams({ redirectTo: next }).toString()}`;
  await queueMail(tx, {
    to: email,
    ...confirmMail({ url: ownUrl(`/verify/${token}${back}`) }),
    cause: `confirm:${userId}:${hashOfSecret(token)}`,
  });
}
