import { db } from "~/db.server";

/** Whether the tenant has the subscription enabled, so that it needs a card: it runs and goes on after its period. */
export async function hasRunningSubscription(tenantId: number): Promise<boolean> {
  const [found] = await db.query(
    `select from subscription where tenant_id = $1 and ended_at is null and not cancel_at_period_end`,
    [tenantId],
  );
  return found !== undefined;
}
