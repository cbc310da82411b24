import type { Tx } from "~/platform/db.server";
import { passwordChangedMail } from "../account-mails";
import { findProvider } from "../offered-providers.server";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { providerName } from "./identities/provider-name";

/**
 * Mails the owner, who may not be the person who changed the password. Names the ways to log in that it leaves: an
 * intruder may have added one.
 */
export async function mailPasswordChanged(
  tx: Tx,
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<void> {
  const others = await tx.query<{ provider: string | null; name: string }>(
    `select provider, '' as name from identity where user_id = $1
     union all select null, name from passkey where user_id = $1 order by 1, 2`,
    [userId],
  );
  await queueMail(tx, {
    to: email,
    ...passwordChangedMail({
      others: others.map(({ provider, name }) =>
        provider === null ? `the passkey ${name}` : (findProvider(provider)?.label ?? providerName(provider)),
      ),
      securityUrl: ownUrl("/user/security"),
      forgotUrl: ownUrl("/forgot"),
    }),
    cause: `password-changed:${userId}:${now.getTime()}`,
  });
}
