import { z } from "zod";
import { db } from "~/platform/db.server";
import { MEMBER_ROLES } from "~/platform/may";
import { record, type Row, ts } from "~/platform/record";
import { monthOf } from "~/platform/spend-month";

const role = z
  .enum(MEMBER_ROLES)
  .meta({ description: "owner, admin, member, billing or viewer", examples: ["member"] });

/** A member, alias `m`, with the user as `u`, and the month's spend as `s`. */
export const MEMBER = record({
  user_id: { type: z.int(), means: ["Id of the member", 1042], sql: "m.user_id" },
  name: { type: z.string(), sql: "u.name" },
  email: { type: z.string(), sql: "coalesce(u.email, '')" },
  role: { type: role, sql: "m.role" },
  ts_joined: { type: z.int(), sql: ts("m.joined_at") },
  limit_dollars: {
    type: z.number().nullable(),
    means: ["Monthly limit, UTC; null: none, or hidden from the caller", 250],
    sql: "m.limit_cents / 100::float8",
  },
  spent_dollars: {
    type: z.number().nullable(),
    means: ["Charges this month for tasks they started; null as above, and for the owner", 12.5],
    sql: "case when m.role <> 'owner' then coalesce(s.units, 0) / 3600 / 100::float8 end",
  },
});
export type MemberRow = Row<typeof MEMBER>;

/** Lists members by role, then by name; only `userId`, if given. Limits and spend are visible to those who set them. */
export async function listMembers({
  tenantId,
  moneyOf = null,
  now,
}: {
  tenantId: number;
  moneyOf?: number | null;
  now: Date;
}): Promise<MemberRow[]> {
  const members = await db.query<MemberRow>(
    `select ${MEMBER.columns} from member m join user_account u on u.id = m.user_id
       left join member_spend s on s.tenant_id = m.tenant_id and s.user_id = m.user_id and s.month = $2
     where m.tenant_id = $1
     order by array_position(array['owner', 'admin', 'member', 'billing', 'viewer'], m.role), lower(u.name), m.user_id`,
    [tenantId, monthOf(now)],
  );
  const isMoneyShown = ({ user_id }: MemberRow) => moneyOf === null || user_id === moneyOf;
  return members.map((member) =>
    isMoneyShown(member) ? member : { ...member, limit_dollars: null, spent_dollars: null },
  );
}

/** A pending invitation, alias `i`, with the user who sent it as `u`. */
export const INVITATION = record({
  id: { type: z.int().meta({ examples: [7] }), sql: "i.id" },
  email: { type: z.string(), sql: "i.email" },
  role: { type: role, sql: "i.role" },
  invited_by: { type: z.string(), sql: "coalesce(u.email, '')" },
  ts_expires: { type: z.int(), sql: ts("i.expires_at") },
});
export type InvitationRow = Row<typeof INVITATION>;

export async function listInvitations({ tenantId, now }: { tenantId: number; now: Date }): Promise<InvitationRow[]> {
  return await db.query<InvitationRow>(
    `select ${INVITATION.columns} from invitation i join user_account u on u.id = i.invited_by
     where i.tenant_id = $2 and i.state = 'open' and i.expires_at > $1 order by i.created_at desc, i.id desc`,
    [now, tenantId],
  );
}
