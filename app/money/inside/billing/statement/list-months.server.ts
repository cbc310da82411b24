import { db } from "~/platform/db.server";
import { type Month, monthOf, monthsBetween } from "./month";

/** The months with a statement, newest first: from the tenant's first day or movement to the current month. */
export async function listMonths({ tenantId, now }: { tenantId: number; now: Date }): Promise<Month[]> {
  const [row] = await db.query<{ since: Date }>(
    `select least(created_at, (select min(at) from ledger_transaction where tenant_id = $1 and unit = 'usd')) as since
     from tenant where id = $1`,
    [tenantId],
  );
  return row ? monthsBetween(monthOf(row.since), monthOf(now)) : [];
}
