import type { DeliveryRow } from "~/accounts/list-deliveries.server";
import { db } from "~/platform/db.server";

export type LastDelivery = Pick<DeliveryRow, "state" | "created_ts">;

/** Newest delivery of each endpoint of the tenant that has one, by the endpoint's id. */
export async function listLastDeliveries({ tenantId }: { tenantId: number }): Promise<Map<string, LastDelivery>> {
  const rows = await db.query<LastDelivery & { id: string }>(
    `select e.id, d.state, floor(extract(epoch from d.created_at))::float8 as created_ts
     from webhook_endpoint e cross join lateral (
       select w.state, w.created_at from webhook_delivery w where w.endpoint_id = e.id order by w.id desc limit 1) d
     where e.tenant_id = $1 and e.state <> 'deleted'`,
    [tenantId],
  );
  return new Map(rows.map(({ id, ...last }) => [id, last]));
}
