import type { Queryable } from "~/platform/db.server";

/** Finds the tenant of a customer at the provider, present or deleted there; null for one of others. */
export async function findPayer(
  from: Queryable,
  { customerId }: { customerId: string | null },
): Promise<{ tenantId: number } | null> {
  const [payer] = await from.query<{ tenantId: number }>(
    `select tenant_id as "tenantId" from payment_customer where customer_id = $1
     union all select tenant_id from former_customer where customer_id = $1`,
    [customerId],
  );
  return payer ?? null;
}
