import type { Tx } from "~/db.server";
import { notify } from "~/domain/notices/notify.server";
import { ownUrl } from "~/domain/notices/own-url.server";
import { FAILING_DAYS } from "./retry-waits";

/** Fails what is waiting for an endpoint; its owner can send it again. */
export async function failWaitingDeliveries(tx: Tx, { endpointId, error }: { endpointId: string; error: string }) {
  await tx.query(
    `update webhook_delivery set state = 'failed', error = $2 where endpoint_id = $1 and state = 'waiting'`,
    [endpointId, error],
  );
}

/** Deletes tenants' endpoints with their secrets: all, or those made since a moment. */
export async function endEndpoints(
  tx: Tx,
  { tenantIds, since = new Date(0), error }: { tenantIds: readonly number[]; since?: Date; error: string },
): Promise<void> {
  const ended = await tx.query<{ id: string }>(
    `update webhook_endpoint set state = 'deleted', secret = '', old_secret = null, old_secret_until = null
     where tenant_id = any($1::int[]) and created_at >= $2 and state <> 'deleted' returning id`,
    [tenantIds, since],
  );
  for (const { id } of ended) await failWaitingDeliveries(tx, { endpointId: id, error });
}

const WHY = {
  gone: "it answered 410, which means that it is gone",
  failing: `it has accepted nothing for ${FAILING_DAYS} days`,
} as const;

/** Switches an endpoint off and mails its owners. */
export async function switchOffByItself(
  tx: Tx,
  given: { endpointId: string; tenantId: number; url: string; state: keyof typeof WHY; now: Date },
): Promise<void> {
  const { endpointId, tenantId, url, state, now } = given;
  const changed = await tx.query(`update webhook_endpoint set state = $2 where id = $1 and state = 'on' returning 1`, [
    endpointId,
    state,
  ]);
  if (changed.length === 0) return;
  await failWaitingDeliveries(tx, { endpointId, error: `The endpoint was switched off: ${WHY[state]}.` });
  const path = `/user/webhooks/${endpointId}`;
  const { host } = new URL(url);
  await notify(tx, {
    tenantId,
    retcode: "ERROR",
    message: `Your webhook endpoint at ${host} was switched off: ${WHY[state]}.`,
    url: path,
    cause: `webhook-off:${endpointId}:${now.getTime()}`,
    now,
    mail: {
      subject: `Your webhook endpoint at ${host} is switched off`,
      text:
        `We no longer send to ${url}: ${WHY[state]}.\n\nSee its answers, switch it on again and resend what is ` +
        `missing: ${ownUrl(path)}\n`,
    },
  });
}
