import { db } from "~/platform/db.server";
import { CHARGED_TENANTS } from "./list-charged-tenants.server";
import { moneyEndTs } from "./money-end";
import { readMoneyOf } from "./read-money.server";

/**
 * The time at which the first tenant's money ends if nothing changes; null if nothing is charged. The worker then ends
 * its tasks in time, not at its next tick (B8).
 */
export async function nextZeroAt({ now }: { now: Date }): Promise<Date | null> {
  const tenants = await db.query<{ tenant_id: number }>(CHARGED_TENANTS);
  const all = await readMoneyOf({ tenantIds: tenants.map((tenant) => tenant.tenant_id), now });
  const ends = all.map(({ secondsLeft }) => moneyEndTs(secondsLeft, now)).filter((end) => end !== null);
  return ends.length === 0 ? null : new Date(ends.reduce((a, b) => Math.min(a, b)) * 1000);
}
