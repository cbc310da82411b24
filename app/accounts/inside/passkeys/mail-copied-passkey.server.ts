import type { Tx } from "~/platform/db.server";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";

/** Mails the owner that a passkey's counter went back, so that it may have been copied; at most once a day. */
export async function mailCopiedPasskey(
  tx: Tx,
  { passkeyId, userId, name, now }: { passkeyId: number; userId: number; name: string; now: Date },
): Promise<void> {
  const [user] = await tx.query<{ email: string | null }>(`select email from user_account where id = $1`, [userId]);
  if (!user?.email) return;
  const security = ownUrl("/user/security");
  await queueMail(tx, {
    to: user.email,
    subject: "A login with your passkey was refused",
    text: `Somebody tried to log in to Millrace with your passkey ${name}, and we refused it: the passkey's counter went backwards, which can mean that it was copied.\n\nRemove the passkey and add a new one: ${security}\n\nIf you do not recognise this login, write to us: ${ownUrl("/contact")}\n\nMillrace`,
    cause: `passkey-copied:${passkeyId}:${now.toISOString().slice(0, 10)}`,
  });
}
