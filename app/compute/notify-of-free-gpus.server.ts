import { db, type Tx, transaction } from "~/platform/db.server";
import { sumOfEach } from "~/platform/for-each";
import { notifyAll } from "~/platform/notify.server";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { centsText } from "~/platform/cents-text";
import { hasFree } from "./free-gpus";
import { type FreeRow, readFree } from "./read-free.server";

interface Alert {
  userId: number;
  tenantId: number;
  gpuName: string;
  pphCents: number;
  /** Address for the mail; null: none may be sent. */
  email: string | null;
}

/** Notifies users with an alert that GPUs of that type are free: once, by mail and by a notice at the tenant of the alert. */
export async function notifyOfFreeGpus({ now }: { now: Date }): Promise<{ count: number }> {
  const waiting = await db.query<{ userId: number; gpuType: string }>(
    `select user_id as "userId", gpu_type as "gpuType" from gpu_alert order by created_at, user_id, gpu_type`,
  );
  if (waiting.length === 0) return { count: 0 };
  const free = new Map((await readFree({ now })).filter(hasFree).map((row) => [row.gpu_type, row]));
  const count = await sumOfEach(waiting, async ({ userId, gpuType }) => {
    const row = free.get(gpuType);
    return row ? await transaction((tx) => endAlert(tx, userId, row, now)) : 0;
  });
  return { count };
}

async function endAlert(tx: Tx, userId: number, row: FreeRow, now: Date): Promise<number> {
  const [alert] = await tx.query<Alert>(
    `delete from gpu_alert a using price, user_account u
     where a.user_id = $1 and a.gpu_type = $2 and price.gpu_type = a.gpu_type and u.id = a.user_id
     returning a.user_id as "userId", a.tenant_id as "tenantId",
       coalesce(nullif(price.name, ''), a.gpu_type) as "gpuName", price.pph_cents as "pphCents",
       case when u.state = 'active' then u.email end as email`,
    [userId, row.gpu_type],
  );
  if (!alert) return 0;
  await notifyUser(tx, alert, row, now);
  return 1;
}

async function notifyUser(
  tx: Tx,
  { tenantId, userId, email, gpuName, pphCents }: Alert,
  row: FreeRow,
  now: Date,
): Promise<void> {
  const { cluster_name, gpu_type } = row;
  const cause = `gpu-alert:${tenantId}:${gpu_type}:${now.getTime()}`;
  const message = `${gpuName} GPUs are free in ${cluster_name}, from ${centsText(BigInt(pphCents))} an hour each.`;
  const url = `/rent?new=1&row=${cluster_name}:${gpu_type}`;
  await notifyAll(tx, [{ tenantId, retcode: "OK", message, url, cause, now }]);
  if (email === null) return;
  const once = "You asked to be notified. You will not get another email about this.";
  await queueMail(tx, {
    to: email,
    subject: `${gpuName} GPUs are free`,
    text: [message, ownUrl(url), once].join("\n\n"),
    cause: `${cause}:${userId}`,
  });
}
