import { readBalanceEvents } from "~/domain/billing/read-balance-events.server";

/** The balance of a tenant as its live event shows it, with that event's version. */
export async function loadBalance({ tenantName, now }: { tenantName: string; now: Date }) {
  const [row] = await readBalanceEvents({ tenantNames: [tenantName], now });
  if (!row) throw new Error(`tenant ${tenantName} has no balance`);
  return { balance: row.balance, version: row.version };
}
