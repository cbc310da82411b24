import { CHARGED_TENANTS } from "~/money/list-charged-tenants.server";
import { db } from "~/platform/db.server";
import { autoNeed, type AutoNeed } from "./auto-need";
import { readAutoFacts } from "./read-auto-facts.server";

/** Lists the tenants that need an action now, with the action. */
export async function listAutoNeeds({
  now,
}: {
  now: Date;
}): Promise<{ tenantId: number; need: Exclude<AutoNeed, "none"> }[]> {
  const candidates = await db.query<{ tenant_id: number }>(CANDIDATES, [now]);
  const tenantIds = candidates.map((one) => one.tenant_id);
  if (tenantIds.length === 0) return [];
  return (await readAutoFacts(db, { tenantIds, now })).flatMap((facts) => {
    const need = autoNeed(facts, now);
    return need === "none" ? [] : [{ tenantId: facts.tenantId, need }];
  });
}

/** Only balances that are low as posted, or are being used up by a task or a volume, need a closer look. */
const CANDIDATES = `
  select auto.tenant_id from auto_top_up auto
  where (auto.state = 'watching' or (auto.state = 'resting' and auto.try_after <= $1))
    and ((select coalesce(sum(balance), 0) from ledger_account
        where tenant_id = auto.tenant_id and unit = 'usd') < auto.threshold_cents * 3600
      or auto.tenant_id in (${CHARGED_TENANTS}))
  order by auto.tenant_id`;
