import { db } from "~/platform/db.server";
import { createCustomer } from "./provider/customers.server";
import { isLive } from "../stripe-client.server";

export interface Payer {
  tenantId: number;
  tenantName: string;
  email: string;
  customerId: string;
}

/** The tenant's customer at the provider, created on first use. */
export async function ensureCustomer({ tenantId }: { tenantId: number }): Promise<Payer> {
  const tenant = await readPayer(tenantId);
  if (!tenant) throw new Error(`there is no tenant ${tenantId}`);
  const { tenantName, email } = tenant;
  if (tenant.customerId && tenant.livemode === isLive())
    return { tenantId, tenantName, email, customerId: tenant.customerId };
  const made = await createCustomer({ tenantName, email });
  // Concurrent calls get the same customer. A test-mode one is replaced by the first live one.
  await db.query(
    `insert into payment_customer (tenant_id, customer_id, livemode) values ($1, $2, $3)
     on conflict (tenant_id) do update set customer_id = excluded.customer_id, livemode = excluded.livemode`,
    [tenantId, made.customerId, made.livemode],
  );
  return { tenantId, tenantName, email, customerId: made.customerId };
}

interface PayerRow {
  tenantName: string;
  email: string;
  customerId: string | null;
  livemode: boolean | null;
}

async function readPayer(tenantId: number): Promise<PayerRow | undefined> {
  const [row] = await db.query<PayerRow>(
    `select t.tenant_name as "tenantName", coalesce(u.email, '') as email, c.customer_id as "customerId", c.livemode
     from tenant t left join payment_customer c on c.tenant_id = t.id
     left join member m on m.tenant_id = t.id and m.role = 'owner' left join user_account u on u.id = m.user_id
     where t.id = $1`,
    [tenantId],
  );
  return row;
}
