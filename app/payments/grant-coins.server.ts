import { db, transaction, type Tx } from "~/platform/db.server";
import { postTransactions } from "~/money/ledger.server";
import { PRO_STATUSES } from "./subscription-states";
import { partsOf, sumOfAll, sumOfEach } from "~/platform/for-each";
import { coinPosting } from "~/money/coin-posting";
import { grantKey, MONTHLY_COINS, monthOf, type Plan, PLAN_NAMES } from "~/money/coins";

const AT_ONCE = 500;

interface Grantee {
  tenantId: number;
  plan: Plan;
}

/**
 * Grants tenants this month's coins of their current plan, once per tenant, month and plan (B17). Runs in the
 * transaction of a plan change.
 */
export async function grantMonthlyCoins(
  tx: Tx,
  { tenantIds, now }: { tenantIds: readonly number[]; now: Date },
): Promise<void> {
  if (tenantIds.length === 0) return;
  await grant(tx, await tx.query<Grantee>(`${PLANS} where id = any($2::int[])`, [PRO_STATUSES, tenantIds]), now);
}

/**
 * Grants coins to all tenants that lack them: on the first of the month, and soon after a registration. A user who
 * handed an account over got the month's coins there, so the account that replaces it gets none in that month.
 * @returns how many tenants got coins.
 */
export async function grantDueCoins({ now }: { now: Date }): Promise<number> {
  const due = await db.query<Grantee>(DUE, [PRO_STATUSES, monthOf(now)]);
  return await sumOfEach(partsOf(due, AT_ONCE), (part) =>
    sumOfAll(part, (grantees) => transaction((tx) => grant(tx, grantees, now))),
  );
}

/** The plan whose coins a tenant gets. */
export async function readPlan({ tenantId }: { tenantId: number }): Promise<Plan> {
  const [row] = await db.query<Grantee>(`${PLANS} where id = $2`, [PRO_STATUSES, tenantId]);
  return row?.plan ?? "free";
}

async function grant(tx: Tx, grantees: readonly Grantee[], now: Date): Promise<number> {
  const month = monthOf(now);
  const posted = await postTransactions(
    tx,
    grantees.map(({ tenantId, plan }) =>
      coinPosting({
        key: grantKey(tenantId, month, plan),
        kind: "grant",
        tenantId,
        coins: MONTHLY_COINS[plan],
        description: `${PLAN_NAMES[plan]} ${month}`,
        at: now,
      }),
    ),
  );
  return posted.size;
}

const PLANS = `
  select id as "tenantId", case when exists (select from user_account
    where tenant_id = tenant.id and codify_subscription_status = any($1::text[])) then 'pro' else 'free' end as plan
  from tenant`;

const DUE = `
  select * from (${PLANS} where exists (select from member m join user_account u on u.id = m.user_id
    where m.tenant_id = tenant.id and m.role = 'owner' and u.state not in ('closed', 'unverified')
    and (tenant.created_at <= u.created_at or to_char(tenant.created_at at time zone 'UTC', 'YYYY-MM') < $2))) one
  where not exists (select from ledger_transaction where key = 'grant:' || one."tenantId" || ':' || $2 || ':' || one.plan)
  order by one."tenantId"`;
