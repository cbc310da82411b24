import type { Tx } from "~/platform/db.server";
import { refuseReverted } from "~/platform/hold-right.server";
import { M } from "~/staff/messages";
import { Refusal } from "~/platform/refusal";
import type { UserState } from "~/platform/role";

/** A user whom an admin changes. */
interface LockedUser {
  id: number;
  tenantId: number;
  tenantName: string;
  role: string;
  state: UserState;
}

/** The admin's act for the audit; every change of a user needs it. */
export interface AdminAct {
  actorId: number;
  userId: number;
  requestId: string;
  now: Date;
}

/**
 * Locks the user first, like a reservation does, so that nothing starts while access is being removed. Refuses with M98
 * acts on oneself, and acts that would leave no admin; with M02 those of a former admin.
 */
export async function lockUser(tx: Tx, { actorId, userId, now }: AdminAct): Promise<LockedUser> {
  // Locks all admins, so that mutual demotions run one after the other.
  const users = await tx.query<LockedUser>(
    `select u.id, u.tenant_id as "tenantId", t.tenant_name as "tenantName", u.role, u.state
     from user_account u join tenant t on t.id = u.tenant_id
     where u.id = $1 or (u.role = 'admin' and u.state = 'active') order by u.id for update of u`,
    [userId],
  );
  const user = users.find(({ id }) => id === userId);
  // They may have waited here for their own demotion.
  if (!users.some(({ id, role }) => id === actorId && role === "admin"))
    throw new Refusal(M.notAllowed, { status: 403 });
  await refuseReverted(tx, actorId, now);
  if (!user) throw new Refusal(M.notFound, { status: 404 });
  const otherAdmins = users.filter(({ id, role }) => id !== userId && role === "admin");
  const lastAdmin = user.role === "admin" && otherAdmins.length === 0;
  if (userId === actorId || lastAdmin) throw new Refusal(M.notYourselfOrLastAdmin);
  return user;
}
