import type { Tx } from "~/platform/db.server";
import { grantMonthlyCoins } from "~/payments/grant-coins.server";
import { COMES_FROM, type SubscriptionStatus } from "~/payments/subscription-states";

interface StatusChange {
  /** One user, or all users of a tenant. */
  of: { userId: number } | { tenantId: number };
  to: SubscriptionStatus;
  now: Date;
}

interface ChangedStatus {
  userId: number;
  tenantId: number;
  from: SubscriptionStatus;
  to: SubscriptionStatus;
}

/**
 * The only place that changes whether a user is PRO (6.4). Ignores transitions that the machine does not have, so that
 * repeated and late calls are safe. A change between PRO and FREE grants that plan's coins (B17).
 * @returns the changed users with their former status.
 */
export async function setSubscriptionStatus(tx: Tx, { of, to, now }: StatusChange): Promise<ChangedStatus[]> {
  const [column, id] = "userId" in of ? ["id", of.userId] : ["tenant_id", of.tenantId];
  const before = await tx.query<Omit<ChangedStatus, "to">>(
    `select id as "userId", tenant_id as "tenantId", codify_subscription_status as "from"
     from user_account where ${column} = $1 and codify_subscription_status = any($2) order by id for no key update`,
    [id, COMES_FROM[to]],
  );
  await tx.query(`update user_account set codify_subscription_status = $2, updated_at = $3 where id = any($1::int[])`, [
    before.map(({ userId }) => userId),
    to,
    now,
  ]);
  await grantMonthlyCoins(tx, { tenantIds: before.map(({ tenantId }) => tenantId), now });
  return before.map((user) => ({ ...user, to }));
}
