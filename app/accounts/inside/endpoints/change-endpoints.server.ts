import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { transaction, type Tx } from "~/platform/db.server";
import { holdRight } from "~/platform/hold-right.server";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { checkEndpoint, type EndpointFields } from "~/accounts/check-endpoint.server";
import { newSecret, OLD_SECRET_MS } from "~/accounts/signing-secret.server";
import { failWaitingDeliveries } from "~/accounts/switch-off.server";

/** Endpoints per tenant. */
const ENDPOINTS_MAX = 10;

/** The user who changes an endpoint: changes of URLs and secrets are audited. */
export interface By {
  tenantId: number;
  userId: number;
  requestId: string;
  now: Date;
}

/** Adds an endpoint. Only this answer holds its secret. */
export async function addEndpoint(by: By, fields: EndpointFields): Promise<{ endpointId: string; secret: string }> {
  const { url, description, eventTypes } = checkEndpoint(fields);
  const { secret, stored } = newSecret();
  const endpointId = randomUUID();
  await transaction(async (tx) => {
    await holdRight(tx, by, "webhooks.act");
    // Serializes concurrent calls, so that the second one counts the first.
    await tx.query(`select from tenant where id = $1 for no key update`, [by.tenantId]);
    const added = await tx.query(
      `insert into webhook_endpoint (id, tenant_id, url, description, event_types, secret, secret_at, created_at, secret_by_id, url_by_id)
       select $1, $2, $3, $4, $5::text[], $6, $7, $7, $8, $8
       where (select count(*) from webhook_endpoint where tenant_id = $2 and state <> 'deleted') < ${ENDPOINTS_MAX}
       returning 1`,
      [endpointId, by.tenantId, url, description, eventTypes, stored, by.now, by.userId],
    );
    if (added.length === 0) throw new Refusal(M.webhooksTooMany({ n: ENDPOINTS_MAX }), { status: 409 });
    await record(tx, by, { action: "webhook.new", endpointId, after: { origin: new URL(url).origin, eventTypes } });
  });
  return { endpointId, secret };
}

/** Changes an endpoint's URL, events or state; missing fields stay. Switching it off fails its waiting deliveries. */
export async function changeEndpoint(
  by: By,
  asked: { endpointId: string; enabled?: boolean | undefined } & {
    [Name in keyof EndpointFields]?: EndpointFields[Name] | undefined;
  },
): Promise<void> {
  const { endpointId, enabled } = asked;
  await transaction(async (tx) => {
    const before = await lockEndpoint(tx, by, endpointId);
    const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
    const { url, description, eventTypes } = checkEndpoint({ ...before, ...given });
    const state = enabled === undefined ? before.state : enabled ? "on" : before.state === "on" ? "off" : before.state;
    if (isDeepStrictEqual(before, { url, description, eventTypes, state })) return;
    // A repaired endpoint gets five days again, but counts as slow until it answers, because anybody can change a URL.
    const fresh = state === "on" && (before.state !== "on" || url !== before.url);
    await tx.query(
      `update webhook_endpoint set url = $2, description = $3, event_types = $4, state = $5,
         failing_since = case when $6 then null else failing_since end,
         url_by_id = case when url = $2 then url_by_id else $7 end where id = $1`,
      [endpointId, url, description, eventTypes, state, fresh, by.userId],
    );
    if (state !== "on") await failWaitingDeliveries(tx, { endpointId, error: "The endpoint was switched off." });
    const { url: urlBefore, eventTypes: typesBefore, state: stateBefore } = before;
    await record(tx, by, {
      action: "webhook.change",
      endpointId,
      before: { origin: new URL(urlBefore).origin, eventTypes: typesBefore, state: stateBefore },
      after: { origin: new URL(url).origin, eventTypes, state },
    });
  });
}

/**
 * Creates a new secret. The previous one also signs for a day; an earlier one ends now. If the previous one was never
 * shown, a former member's secret keeps signing for its planned time. Only this answer contains the new secret.
 */
export async function rotateSecret(by: By, { endpointId }: { endpointId: string }): Promise<{ secret: string }> {
  const { secret, stored } = newSecret();
  await transaction(async (tx) => {
    await lockEndpoint(tx, by, endpointId);
    await tx.query(
      `update webhook_endpoint set old_secret = case when secret_by_id is null then old_secret else secret end,
         old_secret_until = case when secret_by_id is null then old_secret_until else $3 end, secret = $2, secret_at = $4,
         secret_by_id = $5 where id = $1`,
      [endpointId, stored, new Date(by.now.getTime() + OLD_SECRET_MS), by.now, by.userId],
    );
    await record(tx, by, { action: "webhook.rotate", endpointId });
  });
  return { secret };
}

/** Deletes an endpoint. Its row and deliveries are pruned after 30 days; its secrets are deleted now. */
export async function deleteEndpoint(by: By, { endpointId }: { endpointId: string }): Promise<void> {
  await transaction(async (tx) => {
    const { url } = await lockEndpoint(tx, by, endpointId);
    await tx.query(
      `update webhook_endpoint set state = 'deleted', secret = '', old_secret = null, old_secret_until = null where id = $1`,
      [endpointId],
    );
    await failWaitingDeliveries(tx, { endpointId, error: "The endpoint was deleted." });
    await record(tx, by, { action: "webhook.delete", endpointId, before: { origin: new URL(url).origin } });
  });
}

async function lockEndpoint(tx: Tx, by: By, endpointId: string): Promise<EndpointFields & { state: string }> {
  await holdRight(tx, by, "webhooks.act");
  const [row] = await tx.query<EndpointFields & { state: string }>(
    `select url, description, event_types as "eventTypes", state from webhook_endpoint
     where id = $1 and tenant_id = $2 and state <> 'deleted' for no key update`,
    [endpointId, by.tenantId],
  );
  if (!row) throw new Refusal(M.notFound, { status: 404 });
  return row;
}

async function record(
  tx: Tx,
  { userId, requestId, now }: By,
  { action, endpointId, before, after }: { action: string; endpointId: string; before?: object; after?: object },
): Promise<void> {
  await writeAudit({ userId, action, target: `webhook:${endpointId}`, before, after, requestId, now }, tx);
}
