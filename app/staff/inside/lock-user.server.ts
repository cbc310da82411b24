import type { Tx } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { M } from "~/staff/messages";
import { Refusal } from "~/platform/refusal";
import { isStaff, type UserState } from "~/platform/role";
import { HAS_RIGHT, type StaffRight } from "~/platform/staff-rights";

/** A user whom staff change. */
interface LockedUser {
  id: number;
  tenantId: number;
  tenantName: string;
  role: string;
  state: UserState;
}

/** The act for the audit; every change of a user needs it. */
export interface AdminAct {
  actorId: number;
  userId: number;
  requestId: string;
  now: Date;
}

/**
 * Locks the user first, like a reservation does, so that nothing starts while access is being removed. Refuses with M98
 * acts on oneself, and acts that would leave nobody who may manage staff; with M02 those of somebody who lost the
 * right; with M711 a change of staff's access by somebody who may not manage staff.
 */
export async function lockUser(tx: Tx, { actorId, userId, now }: AdminAct, right: StaffRight): Promise<LockedUser> {
  // Locks all who manage staff, so that mutual demotions run one after the other.
  const users = await tx.query<LockedUser & { managesStaff: boolean }>(
    `select u.id, u.tenant_id as "tenantId", t.tenant_name as "tenantName", u.role, u.state,
       u.state = 'active' and ${HAS_RIGHT("staff.act")} as "managesStaff"
     from user_account u join tenant t on t.id = u.tenant_id
     where u.id in ($1, $2) or (u.state = 'active' and ${HAS_RIGHT("staff.act")}) order by u.id for update of u`,
    [userId, actorId],
  );
  // They may have waited here for their own demotion.
  await holdStaffRight(tx, { userId: actorId, now }, right);
  const user = users.find(({ id }) => id === userId);
  if (!user) throw new Refusal(M.notFound, { status: 404 });
  const others = users.filter(({ id, managesStaff }) => id !== userId && managesStaff);
  if (userId === actorId || (user.managesStaff && others.length === 0)) throw new Refusal(M.notYourselfOrLastAdmin);
  if (right === "access.act" && isStaff(user.role) && !others.some(({ id }) => id === actorId))
    throw new Refusal(M.staffByStaffAct, { status: 403 });
  return user;
}
