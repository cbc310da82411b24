import { type Units, unitsToDollars2 } from "~/money/units";
import { db } from "~/platform/db.server";

const LISTED = 3;

/** Customers who owe money (B5), as of the last count of the figures. */
export interface Owing {
  tenants: number;
  dollars: number;
  /** Those who owe most, at most three. */
  most: { tenantName: string; dollars: number }[];
}

export async function readOwing(): Promise<Owing> {
  const rows = await db.query<{ tenantName: string; owed: Units; tenants: number; sum: Units }>(
    `select n.tenant_name as "tenantName", f.owed, (count(*) over ())::int as tenants, (sum(f.owed) over ())::bigint as sum
     from tenant_figures f join tenant n on n.id = f.tenant_id where f.owed > 0
     order by f.owed desc, f.tenant_id limit $1`,
    [LISTED],
  );
  const [first] = rows;
  return {
    tenants: first?.tenants ?? 0,
    dollars: first ? unitsToDollars2(first.sum) : 0,
    most: rows.map(({ tenantName, owed }) => ({ tenantName, dollars: unitsToDollars2(owed) })),
  };
}
