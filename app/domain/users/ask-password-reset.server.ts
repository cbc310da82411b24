import { transaction } from "~/db.server";
import { resetMail } from "./account-mails";
import { linkLimit } from "./mail-limits.server";
import { makeMailLink } from "./mail-links.server";
import { ownUrl } from "./own-url.server";
import { queueMail } from "./queue-mail.server";

/** Sends the link by which a password is chosen anew. Refuses with M08 after 3 an hour for one address, known or not. */
export async function askPasswordReset({ email, now }: { email: string; now: Date }): Promise<void> {
  await linkLimit.consume(email);
  await transaction(async (tx) => {
    const [user] = await tx.query<{ id: number }>(`select id from user_account where email = $1`, [email]);
    if (!user) return;
    const token = await makeMailLink(tx, { kind: "reset", userId: user.id, now });
    await queueMail(tx, {
      to: email,
      ...resetMail({ url: ownUrl(`/reset/${token}`) }),
      cause: `reset:${user.id}:${token.slice(0, 16)}`,
    });
  });
}
