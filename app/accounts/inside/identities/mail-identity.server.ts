import type { Tx } from "~/platform/db.server";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";

const SIGNED = "\n\nMillrace";

/** Mails the owner when a login method is added or removed: somebody else may have done it. */
export async function mailIdentity(
  tx: Tx,
  given: { userId: number; change: "added" | "removed"; what: string; now: Date },
): Promise<void> {
  const { userId, change, what, now } = given;
  const [user] = await tx.query<{ email: string | null }>(`select email from user_account where id = $1`, [userId]);
  if (!user?.email) return;
  const done =
    change === "added"
      ? `You can now log in to your Millrace account with ${what}.`
      : `You can no longer log in to your Millrace account with ${what}.`;
  await queueMail(tx, {
    to: user.email,
    subject: `${what.replace(/^./, (first) => first.toUpperCase())} was ${change} as a way to log in to Millrace`,
    text: `${done} The Security page lists every way to log in: ${ownUrl("/user/security")}\n\nIf this was not you, ${change === "added" ? "remove it there and " : ""}choose a new password at once: ${ownUrl("/forgot")}\nand write to us: ${ownUrl("/contact")}${SIGNED}`,
    cause: `identity-${change}:${userId}:${what}:${now.getTime()}`,
  });
}
