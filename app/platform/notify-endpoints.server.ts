import { randomUUID } from "node:crypto";
import type { Tx } from "./db.server";
import { command } from "./announce.server";
import { type Happening, payloadOf } from "./event-data";

export const DELIVER_SOON = { command: "wake", key: "deliver-webhooks" } as const;

/**
 * Queues an event for each endpoint that subscribes to it, in the transaction of the change (15.2): committed changes
 * are sent, rolled-back ones are not. Writes nothing if no endpoint subscribes.
 */
export async function notifyEndpoints(tx: Tx, happenings: readonly Happening[]): Promise<void> {
  if (happenings.length === 0) return;
  const [first] = happenings;
  const rows = await tx.prepared.query(
    `with given as (
       select * from unnest($1::uuid[], $2::int[], $3::text[], $4::text[]) as g(id, tenant_id, type, payload)
     ), wanted as (
       select g.id, e.id as endpoint_id from given g join webhook_endpoint e using (tenant_id)
       where e.state = 'on' and g.type = any(e.event_types)
     ), messages as (
       insert into webhook_message (id, tenant_id, type, payload, created_at)
       select g.id, g.tenant_id, g.type, g.payload, $5 from given g where exists (select from wanted w where w.id = g.id)
     )
     insert into webhook_delivery (endpoint_id, message_id, try_after, created_at)
     select endpoint_id, id, $5, $5 from wanted returning 1`,
    [
      happenings.map(() => randomUUID()),
      happenings.map(({ tenantId }) => tenantId),
      happenings.map(({ type }) => type),
      happenings.map(payloadOf),
      first?.now,
    ],
  );
  if (rows.length > 0) await command(tx, [DELIVER_SOON]);
}
