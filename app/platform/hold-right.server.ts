import type { Tx } from "./db.server";
import { type Right, rolesWith } from "./may";
import { M } from "./messages";
import type { StaffRight } from "./staff-rights";
import { Refusal } from "./refusal";

/**
 * Holds a member's right at a tenant until the commit. A concurrent removal of the right waits, and then finds
 * everything created with it. A request whose sender lost the right is refused (16.9). Call it first whenever a
 * long-lived secret is created or shown. @throws Refusal M02.
 */
export async function holdRight(
  tx: Tx,
  { tenantId, userId, now }: { tenantId: number; userId: number; now: Date },
  right: Right,
): Promise<void> {
  const held = await tx.query(
    `select from member m join user_account u on u.id = m.user_id
     where m.tenant_id = $1 and m.user_id = $2 and m.role = any($3) and u.state not in ('suspended', 'closed') for key share of u, m`,
    [tenantId, userId, rolesWith(right)],
  );
  if (held.length === 0) throw new Refusal(M.notAllowed, { status: 403 });
  await refuseReverted(tx, userId, now);
}

/**
 * Holds a right of staff until the commit, as `holdRight` does a member's right. `ownerId`: a user for whom something
 * is created; both are locked in order (docs/guides/locking.md).
 * @throws Refusal M02.
 */
export async function holdStaffRight(
  tx: Tx,
  { userId, ownerId, now }: { userId: number; ownerId?: number; now: Date },
  right: StaffRight,
): Promise<void> {
  const users = await tx.query<{ id: number; role: string }>(
    `select id, case when state = 'active' then role else 'customer' end as role from user_account
     where id = any($1::int[]) order by id for key share`,
    [[userId, ownerId ?? userId]],
  );
  const role = users.find(({ id }) => id === userId)?.role;
  // Also the role itself: a change of its rights waits.
  const held = await tx.query(`select from user_role where name = $1 and $2 = any(rights) for key share`, [
    role ?? "customer",
    right,
  ]);
  if (held.length === 0) throw new Refusal(M.notAllowed, { status: 403 });
  await refuseReverted(tx, userId, now);
}

/**
 * Refuses a request that was sent before a change of email was reverted: its sender may be the person who had taken the
 * account over (6.8). @throws Refusal M02.
 */
export async function refuseReverted(tx: Tx, userId: number, now: Date): Promise<void> {
  const since = await tx.query(
    `select from email_change where user_id = $1 and state = 'taken_back' and ended_at >= $2 limit 1`,
    [userId, now],
  );
  if (since.length > 0) throw new Refusal(M.notAllowed, { status: 403 });
}
