import type { Queryable, Tx } from "~/platform/db.server";
import { endOtherSessions } from "~/accounts/session.server";
import { endAccessEverywhere } from "~/accounts/end-member-access.server";
import { notifyLeftBehind } from "~/accounts/read-left-behind.server";
import { endTwoFactor } from "~/accounts/two-factor.server";
import { readAvailable } from "~/money/read-available.server";
import { asUnits, type Units, UNITS_PER_CENT } from "~/money/units";
import { endEndpoints } from "~/accounts/switch-off.server";
import { endInvoices, hasSurplus, hasUnsettledInvoice } from "~/payments/end-invoices.server";
import { hasOrderedRefund } from "~/payments/order-card-refund.server";
import { OPEN_STATES } from "~/payments/top-up-state";
import { endAdminAccess } from "~/accounts/end-admin-access.server";

/** Reasons that prevent closing an account (6.7). */
export type Hindrance =
  | { kind: "tasks" | "top-up" | "refund" | "subscription" | "invoice" | "surplus" }
  | { kind: "balance" | "debt"; units: Units };

/** The first obstacle, for staff and owners; null if the account can be closed. */
export async function closingHindrance(
  tx: Tx,
  { tenantIds, mayHaveTasks = false, now }: { tenantIds: readonly number[]; mayHaveTasks?: boolean; now: Date },
): Promise<Hindrance | null> {
  if (!mayHaveTasks && (await hasTasks(tx, tenantIds))) return { kind: "tasks" };
  // A payment in progress would arrive too late.
  const [open] = await tx.query(
    `select from top_up where tenant_id = any($1::int[]) and state = any($2::text[]) limit 1`,
    [tenantIds, [...OPEN_STATES]],
  );
  if (open) return { kind: "top-up" };
  // It has not left the balance yet: given up now, the same money would be paid twice.
  if (await hasOrderedRefund(tx, tenantIds)) return { kind: "refund" };
  // One that runs ends with its period (decision 0086).
  const [unpaid] = await tx.query(
    `select from subscription where tenant_id = any($1::int[]) and state in ('requested', 'incomplete') limit 1`,
    [tenantIds],
  );
  if (unpaid) return { kind: "subscription" };
  if (await hasUnsettledInvoice(tx, tenantIds)) return { kind: "invoice" };
  if (await hasSurplus(tx, tenantIds)) return { kind: "surplus" };
  const money = [...(await readAvailable(tx, tenantIds, now)).values()].map(({ availableUnits }) => availableUnits);
  // One tenant's money does not pay another's debt.
  const owed = money.reduce((sum, units) => (units < 0n ? sum - units : sum), 0n);
  if (owed > 0n) return { kind: "debt", units: asUnits(owed) };
  // Less than a cent can neither be paid out nor shown; it stays in the ledger.
  const left = money.reduce((sum, units) => (units >= UNITS_PER_CENT ? sum + units : sum), 0n);
  return left > 0n ? { kind: "balance", units: asUnits(left) } : null;
}

/** Checks whether the tenants have unfinished tasks. */
export async function hasTasks(from: Queryable, tenantIds: readonly number[]): Promise<boolean> {
  const [task] = await from.query(`select from task where tenant_id = any($1::int[]) and finished_at is null limit 1`, [
    tenantIds,
  ]);
  return task !== undefined;
}

interface Ended {
  userId: number;
  tenantIds: readonly number[];
  /** The member of staff who closes it; absent: its own user. */
  actorId?: number;
  requestId: string;
  now: Date;
}

/**
 * Closes the account of a locked user without obstacles: its address is free, and all its access and memberships end.
 * The ledger stays.
 */
export async function endAccount(
  tx: Tx,
  { userId, tenantIds, actorId = userId, requestId, now }: Ended,
): Promise<void> {
  // First of all: the mail needs the address that ends here.
  await endInvoices(tx, { tenantIds, userId: actorId, requestId, now });
  for (const tenantId of await joinedTenants(tx, userId)) await notifyLeftBehind(tx, { tenantId, userId, now });
  // Their addresses, former ones included, name nobody who had them before: usage events still name them.
  await tx.query(
    `delete from email_change before using user_account u where u.id = $1 and (before.old_email = u.email and before.back_until <= $2
       or exists (select from email_change own where own.user_id = $1 and own.state = 'changed' and own.old_email = before.old_email
         and own.id > before.id))`,
    [userId, now],
  );
  await tx.query(
    `update user_account set state = 'closed', email = null, password_hash = null, updated_at = $2 where id = $1`,
    [userId, now],
  );
  await endTwoFactor(tx, { userId });
  await endAdminAccess(tx, { userId, now });
  await endAccessEverywhere(tx, { userId, now });
  await tx.query(`delete from ssh_key where tenant_id = any($1::int[])`, [tenantIds]);
  await tx.query(`delete from member where user_id = $1 and role <> 'owner'`, [userId]);
  await tx.query(`update invitation set state = 'withdrawn' where state = 'open' and tenant_id = any($1::int[])`, [
    tenantIds,
  ]);
  await tx.query(`delete from device_login where user_id = $1`, [userId]);
  await endEndpoints(tx, { tenantIds, error: "The account was closed." });
  await checkSubscriptions(tx, tenantIds);
  await tx.query(`delete from workspace_user where user_id = $1`, [userId]);
  await tx.query(`delete from mail_link where user_id = $1`, [userId]);
  await tx.query(`delete from pending_login where user_id = $1`, [userId]);
  await tx.query(`delete from identity where user_id = $1`, [userId]);
  await tx.query(`delete from passkey where user_id = $1`, [userId]);
  await tx.query(`delete from email_change where user_id = $1`, [userId]);
  await tx.query(`delete from data_export where user_id = $1`, [userId]);
  await endOtherSessions(tx, { userId, keep: null, now });
}

/** Has the subscriptions of tenants that end checked at once, so that none is renewed. */
export async function checkSubscriptions(tx: Tx, tenantIds: readonly number[]): Promise<void> {
  await tx.query(`update subscription set asked_at = 'epoch' where tenant_id = any($1::int[]) and ended_at is null`, [
    tenantIds,
  ]);
}

/** Other tenants of which the user is a member. */
async function joinedTenants(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx.query<{ tenantId: number }>(
    `select tenant_id as "tenantId" from member where user_id = $1 and role <> 'owner' order by tenant_id`,
    [userId],
  );
  return rows.map(({ tenantId }) => tenantId);
}
