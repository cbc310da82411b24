import type { Tx } from "~/platform/db.server";
import { notify } from "~/platform/notify.server";
import { ownUrl } from "~/platform/own-url.server";
import { utcMinute } from "~/platform/utc-moment";
import { newSecret } from "~/accounts/signing-secret.server";

/** Time for which a former member's secret also signs: people must read a mail and change the receiver. */
const LEAVERS_SECRET_MS = 7 * 24 * 3_600_000;

/**
 * Replaces signing secrets that were shown to a user who can no longer change endpoints (decision 0332). The new one is
 * not shown: renewing on the screen shows the next, while the old one still signs.
 */
export async function renewSecretsOf(
  tx: Tx,
  given: { userId: number; tenantIds: readonly number[]; since?: Date; now: Date },
): Promise<void> {
  const { userId, tenantIds, since = new Date(0), now } = given;
  const known = await tx.query<{ id: string; tenantId: number; url: string }>(
    `select id, tenant_id as "tenantId", url from webhook_endpoint
     where tenant_id = any($1::int[]) and secret_by_id = $2 and secret_at >= $3 and state <> 'deleted' order by id for no key update`,
    [tenantIds, userId, since],
  );
  const until = new Date(now.getTime() + LEAVERS_SECRET_MS);
  for (const { id, tenantId, url } of known) {
    await tx.query(
      `update webhook_endpoint set old_secret = secret, old_secret_until = $3, secret = $2, secret_at = $4, secret_by_id = null
       where id = $1`,
      [id, newSecret().stored, until, now],
    );
    const path = `/user/webhooks/${id}`;
    const { host } = new URL(url);
    await notify(tx, {
      tenantId,
      retcode: "ERROR",
      message: `Replace the signing secret of your webhook endpoint at ${host}: somebody who left your team knows it.`,
      url: path,
      cause: `webhook-leaver:${id}:${now.getTime()}`,
      now,
      mail: {
        subject: `Replace the signing secret of your webhook endpoint at ${host}`,
        text:
          `Somebody who can no longer change your webhooks knows the secret that signs what we send to ${url}, and could sign ` +
          `messages of their own. Replace it and give your receiver the new one: ${ownUrl(path)}\n\n` +
          `Until ${utcMinute(until)} we sign with the former secret too. After that, your receiver will refuse our messages if it ` +
          `still uses the former one.\n`,
      },
    });
  }
}
