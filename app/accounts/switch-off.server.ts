import type { Tx } from "~/platform/db.server";
import { notify } from "~/platform/notify.server";
import { ownUrl } from "~/platform/own-url.server";
import { FAILING_DAYS } from "./inside/endpoints/retry-waits";

/** Fails what is waiting for an endpoint; its owner can send it again. */
export async function failWaitingDeliveries(tx: Tx, { endpointId, error }: { endpointId: string; error: string }) {
  await tx.query(
    `update webhook_delivery set state = 'failed', error = $2 where endpoint_id = $1 and state = 'waiting'`,
    [endpointId, error],
  );
}

/** Deletes tenants' endpoints with their secrets: all, or those made since a given time. */
export async function endEndpoints(
  tx: Tx,
  { tenantIds, since = new Date(0), error }: { tenantIds: readonly number[]; since?: Date; error: string },
): Promise<void> {
  const ended = await tx.query<{ id: string }>(
    `select id from webhook_endpoint
     where tenant_id = any($1::int[]) and created_at >= $2 and state <> 'deleted' order by id for no key update`,
    [tenantIds, since],
  );
  await deleteWithDeliveries(tx, { ids: ended.map(({ id }) => id), error });
}

async function deleteWithDeliveries(tx: Tx, { ids, error }: { ids: readonly string[]; error: string }): Promise<void> {
  await tx.query(
    `update webhook_endpoint set state = 'deleted', secret = '', old_secret = null, old_secret_until = null
     where id = any($1::uuid[])`,
    [ids],
  );
  for (const endpointId of ids) await failWaitingDeliveries(tx, { endpointId, error });
}

/**
 * Ends endpoints that an intruder may have redirected since a given time, at every tenant where the user was a member.
 * Endpoints that the user created are deleted; those that the user changed are off until a member has checked their
 * address.
 */
export async function endLentEndpoints(
  tx: Tx,
  { userId, since, error, now }: { userId: number; since: Date; error: string; now: Date },
): Promise<void> {
  const touched = await tx.query<{ id: string; tenantId: number; url: string; made: boolean }>(
    `select e.id, e.tenant_id as "tenantId", e.url, bool_or(a.action = 'webhook.new') as made
     from audit_row a join webhook_endpoint e on a.target = 'webhook:' || e.id
     where a.user_id = $1 and a.action in ('webhook.new', 'webhook.change') and a.at >= $2 and e.state <> 'deleted' group by e.id order by e.id`,
    [userId, since],
  );
  for (const { id, tenantId, url, made } of touched) {
    if (made) await deleteWithDeliveries(tx, { ids: [id], error });
    else await switchOffByItself(tx, { endpointId: id, tenantId, url, state: "off", now });
  }
}

const WHY = {
  off: "it was set up or changed from an account whose change of email address was later reverted. Check where it sends to",
  gone: "it returned 410, which means that it no longer exists",
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
        `We no longer send to ${url}: ${WHY[state]}.\n\nSee its responses, switch it on again and resend what is ` +
        `missing: ${ownUrl(path)}\n`,
    },
  });
}
