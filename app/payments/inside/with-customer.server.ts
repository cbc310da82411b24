import { transaction } from "~/platform/db.server";
import { ensureCustomer, type Payer } from "./ensure-customer.server";
import { createCustomer, isCustomerDeleted, isCustomerUnknown } from "./provider/customers.server";

/**
 * Starts something at the provider for a tenant's customer. If the customer was deleted there, the tenant gets a new
 * one and the call is repeated: otherwise the tenant could never pay again.
 */
export async function withCustomer<T>(of: { tenantId: number }, askFor: (payer: Payer) => Promise<T>): Promise<T> {
  const payer = await ensureCustomer(of);
  try {
    return await askFor(payer);
  } catch (error) {
    if (!isCustomerUnknown(error) || !(await replaceDeleted(payer))) throw error;
    return await askFor(await ensureCustomer(of));
  }
}

/**
 * Gives a tenant a new customer if its old one was deleted at the provider. Cards and subscriptions are lost there;
 * payments stay the tenant's.
 * @returns whether it was deleted.
 */
export async function replaceDeleted(was: { tenantId: number; customerId: string | null }): Promise<boolean> {
  const { tenantId, customerId } = was;
  if (!customerId || !(await isCustomerDeleted(customerId))) return false;
  const { tenantName, email } = await ensureCustomer(was);
  const made = await createCustomer({ tenantName, email, after: customerId });
  await transaction(async (tx) => {
    const replaced = await tx.query(
      `update payment_customer set customer_id = $3, livemode = $4 where tenant_id = $1 and customer_id = $2 returning 1`,
      [tenantId, customerId, made.customerId, made.livemode],
    );
    // A concurrent call was first, and may have saved a card in between.
    if (replaced.length === 0) return;
    await tx.query(`insert into former_customer (customer_id, tenant_id) values ($1, $2)`, [customerId, tenantId]);
    await tx.query(
      `update card set removed_at = now(), is_default = false where tenant_id = $1 and removed_at is null`,
      [tenantId],
    );
  });
  return true;
}
