import { db } from "~/db.server";
import { CHARGED_TENANTS } from "./list-charged-tenants.server";
import { moneyEndTs } from "./money-end";
import { readMoneyOf } from "./read-money.server";

/**
 * The moment at which the money of the first tenant ends if nothing changes, so that the worker can end what it has
 * then and not at its next look (B8); null when nothing is charged.
 */
export async function nextZeroAt({ now }: { now: Date }): Promise<Date | null> {
  const tenants = await db.query<{ tenant_id: number }>(CHARGED_TENANTS);
  const all = await readMoneyOf({ tenantIds: tenants.map((tenant) => tenant.tenant_id), now });
  const ends = all.map(({ secondsLeft }) => moneyEndTs(secondsLeft, now)).filter((end) => end !== null);
  return ends.length === 0 ? null : new Date(ends.reduce((a, b) => Math.min(a, b)) * 1000);
}
