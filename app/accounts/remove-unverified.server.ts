import { db, type Tx, transaction } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { endOtherSessions } from "./session.server";

const KEPT_DAYS = 30;

/**
 * Deletes users who did not confirm their address in 30 days and own nothing: no task, no workspace, no ledger entry
 * (6.7).
 */
export async function removeUnverified({ now }: { now: Date }): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  const old = await db.query<{ tenant_id: number }>(
    `select u.tenant_id from user_account u where u.created_at < $1 and ${IS_UNCONFIRMED}`,
    [before],
  );
  await forEach(old, ({ tenant_id: tenantId }) => removeTenant(tenantId, { before, now }));
}

/** SQL for a user, alias `u`, who has not confirmed the address and owns nothing. */
export const IS_UNCONFIRMED = `u.state = 'unverified' and not exists (select from task where task.tenant_id = u.tenant_id)
  and not exists (select from ledger_entry e join ledger_account a on a.id = e.account_id where a.tenant_id = u.tenant_id)
  and not exists (select from workspace w where w.tenant_id = u.tenant_id)
  and not exists (select from user_account o where o.tenant_id = u.tenant_id and o.id <> u.id)`;

/** Deletes each in its own transaction after a second check: an address may have been confirmed in between. */
async function removeTenant(tenantId: number, { before, now }: { before: Date; now: Date }): Promise<void> {
  await transaction(async (tx) => {
    const [user] = await tx.query<Registered>(
      `select u.id, u.tenant_id as "tenantId" from user_account u where u.tenant_id = $1 and u.created_at < $2
         and ${IS_UNCONFIRMED} for update`,
      [tenantId, before],
    );
    if (user) await remove(tx, user, now);
  });
}

/**
 * Deletes the unconfirmed registration of an address that somebody else has proven to be theirs, or that is invited, if
 * it owns nothing. `invited`: an account that is invited itself stays.
 */
export async function removeRegistration(
  tx: Tx,
  { email, invited = false, now }: { email: string; invited?: boolean; now: Date },
): Promise<void> {
  const [user] = await tx.query<Registered>(
    `select u.id, u.tenant_id as "tenantId" from user_account u
     where u.email = $1 and (u.password_hash is not null or not $2::boolean) and ${IS_UNCONFIRMED} for update`,
    [email, invited],
  );
  if (user) await remove(tx, user, now);
}

interface Registered {
  id: number;
  tenantId: number;
}

async function remove(tx: Tx, { id, tenantId }: Registered, now: Date): Promise<void> {
  await endOtherSessions(tx, { userId: id, keep: null, now });
  await tx.query(`delete from user_comment where user_id = $1`, [id]);
  await tx.query(`delete from user_account where id = $1`, [id]);
  for (const table of [
    "api_key",
    "ssh_key",
    "notification",
    "idempotent_call",
    "ledger_account",
    "bank_terms",
    "vat_check",
  ]) {
    await tx.query(`delete from ${table} where tenant_id = $1`, [tenantId]);
  }
  await tx.query(`delete from tenant where id = $1`, [tenantId]);
}
