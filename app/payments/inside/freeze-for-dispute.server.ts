import type { Tx } from "~/platform/db.server";
import { freezeTenant, refreezeTenant, unfreezeTenant } from "~/accounts/freeze-tenant.server";

interface DisputeOf {
  disputeId: string;
  tenantId: number;
  now: Date;
}

/** Suspends the tenant while money of a dispute is gone (6.5). */
export async function freezeForDispute(tx: Tx, { disputeId, tenantId, now }: DisputeOf): Promise<void> {
  await lockUsers(tx, tenantId);
  await freezeTenant(tx, { tenantId, reason: freezeReason(disputeId), now });
}

/** Restores the users whom this dispute suspended, unless another dispute continues. */
export async function unfreezeAfterDispute(tx: Tx, { disputeId, tenantId, now }: DisputeOf): Promise<void> {
  await lockUsers(tx, tenantId);
  const reason = freezeReason(disputeId);
  const other = await findOtherDispute(tx, tenantId, disputeId);
  if (other) await refreezeTenant(tx, { tenantId, reason, newReason: freezeReason(other) });
  else await unfreezeTenant(tx, { tenantId, reason, now });
}

/** Locks the tenant's users. The second of two concurrent disputes then sees the first one's money and suspensions. */
async function lockUsers(tx: Tx, tenantId: number): Promise<void> {
  await tx.query(
    `select from user_account where id in (select user_id from member where tenant_id = $1 and role = 'owner')
     order by id for update`,
    [tenantId],
  );
}

/** Finds another dispute of the tenant with money still gone. */
async function findOtherDispute(tx: Tx, tenantId: number, disputeId: string): Promise<string | null> {
  const [other] = await tx.query<{ disputeId: string }>(
    `select d.dispute_id as "disputeId" from payment_dispute d join top_up u using (topup_id)
     where u.tenant_id = $1 and d.dispute_id <> $2 and d.withdrawn_at is not null and d.reinstated_at is null
     order by d.opened_at limit 1`,
    [tenantId, disputeId],
  );
  return other?.disputeId ?? null;
}

/** Names the dispute, so that winning it restores only its own suspensions. */
function freezeReason(disputeId: string): string {
  return `disputed payment ${disputeId}`;
}
