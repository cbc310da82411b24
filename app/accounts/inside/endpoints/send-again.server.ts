import { randomUUID } from "node:crypto";
import { transaction, type Tx } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import { M } from "~/accounts/messages";
import { payloadOf } from "~/platform/event-data";
import { TEST_EVENT } from "~/platform/event-types";
import { DELIVER_SOON } from "~/platform/notify-endpoints.server";
import { Refusal } from "~/platform/refusal";

/** Tries after which a delivery is not sent again: each try is stored. */
const TRIES_MAX = 50;

interface Own {
  tenantId: number;
  endpointId: string;
  now: Date;
}

/** Sends a test to one endpoint, signed and retried like any event. */
export async function sendTest({ tenantId, endpointId, now }: Own): Promise<{ deliveryId: bigint }> {
  return await transaction(async (tx) => {
    await requireOn(tx, tenantId, endpointId);
    const data = { human_readable_message: "This is a test. Nothing happened." };
    const payload = payloadOf({ type: TEST_EVENT, data, now });
    const messageId = randomUUID();
    await tx.query(
      `insert into webhook_message (id, tenant_id, type, payload, created_at) values ($1, $2, $3, $4, $5)`,
      [messageId, tenantId, TEST_EVENT, payload, now],
    );
    const [row] = await tx.query<{ id: bigint }>(
      `insert into webhook_delivery (endpoint_id, message_id, try_after, created_at) values ($1, $2, $3, $3) returning id`,
      [endpointId, messageId, now],
    );
    await command(tx, [DELIVER_SOON]);
    return { deliveryId: row?.id ?? 0n };
  });
}

/** Sends a delivery again now, under the same `webhook-id`; the waits start over. */
export async function sendAgain({ deliveryId, ...own }: Own & { deliveryId: bigint }): Promise<void> {
  const { tenantId, endpointId, now } = own;
  await transaction(async (tx) => {
    await requireOn(tx, tenantId, endpointId);
    const [delivery] = await tx.query<{ attempts: number }>(
      `select attempts from webhook_delivery where id = $1 and endpoint_id = $2 for update`,
      [deliveryId, endpointId],
    );
    if (!delivery) throw new Refusal(M.notFound, { status: 404 });
    if (delivery.attempts >= TRIES_MAX)
      throw new Refusal(`This event was tried ${TRIES_MAX} times. It is not sent again.`, { status: 409 });
    await tx.query(
      `update webhook_delivery set state = 'waiting', turn = 0, try_after = $2, delivered_at = null, error = '' where id = $1`,
      [deliveryId, now],
    );
    await command(tx, [DELIVER_SOON]);
  });
}

async function requireOn(tx: Tx, tenantId: number, endpointId: string): Promise<void> {
  const [row] = await tx.query<{ state: string }>(
    `select state from webhook_endpoint where id = $1 and tenant_id = $2 and state <> 'deleted' for share`,
    [endpointId, tenantId],
  );
  if (!row) throw new Refusal(M.notFound, { status: 404 });
  if (row.state !== "on") throw new Refusal(M.webhookOff, { status: 409 });
}
