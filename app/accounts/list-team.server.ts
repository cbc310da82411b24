import { db } from "~/platform/db.server";
import type { MemberRole } from "~/platform/may";
import { monthOf } from "~/platform/spend-month";

/** A member as the others see them. */
export interface MemberRow {
  userId: number;
  name: string;
  email: string;
  role: MemberRole;
  /** Epoch seconds. */
  joinedTs: number;
  limitCents: number | null;
  /** What tasks that they started cost in this month (UTC), in whole cents; not counted for the owner. */
  spentCents: number;
}

/** Members by role, then by name. */
export async function listMembers({ tenantId, now }: { tenantId: number; now: Date }): Promise<MemberRow[]> {
  return await db.query<MemberRow>(
    `select m.user_id as "userId", u.name, coalesce(u.email, '') as email, m.role,
       floor(extract(epoch from m.joined_at))::float8 as "joinedTs", m.limit_cents as "limitCents",
       (coalesce(s.units, 0) / 3600)::float8 as "spentCents"
     from member m join user_account u on u.id = m.user_id
       left join member_spend s on s.tenant_id = m.tenant_id and s.user_id = m.user_id and s.month = $2
     where m.tenant_id = $1
     order by array_position(array['owner', 'admin', 'member', 'billing', 'viewer'], m.role), lower(u.name), m.user_id`,
    [tenantId, monthOf(now)],
  );
}

/** An invitation that awaits an answer. */
export interface InvitationRow {
  id: number;
  email: string;
  role: MemberRole;
  invitedBy: string;
  /** Epoch seconds. */
  expiresTs: number;
}

export async function listInvitations({ tenantId, now }: { tenantId: number; now: Date }): Promise<InvitationRow[]> {
  return await db.query<InvitationRow>(
    `select i.id, i.email, i.role, coalesce(u.email, '') as "invitedBy", floor(extract(epoch from i.expires_at))::float8 as "expiresTs"
     from invitation i join user_account u on u.id = i.invited_by
     where i.tenant_id = $1 and i.state = 'open' and i.expires_at > $2 order by i.created_at desc, i.id desc`,
    [tenantId, now],
  );
}
