import { env } from "~/platform/env.server";
import { isMemberRole, type TenantRole } from "~/platform/may";
import type { UserState } from "~/platform/role";
import { isStaffRight, type StaffRight } from "~/platform/staff-rights";

/** A user with the tenant they act for. */
export interface Account {
  userId: number;
  tenantId: number;
  tenantName: string;
  /** The name its members gave it; empty: the tenant's name. */
  teamName: string;
  /** The user's role in it (16.1); `staff`: they see its screens for a while (16.12). */
  memberRole: TenantRole;
  /** True if it is the user's own. */
  atHome: boolean;
  /** True if the tenant has other members, or the user is a member elsewhere too. */
  inTeam: boolean;
  hasOthers: boolean;
  role: string;
  /** The rights of staff that the role gives them (3.1). */
  staffRights: readonly StaffRight[];
  state: UserState;
  email: string;
  name: string;
  /** True if login asks for a second factor. */
  twoFactor: boolean;
  /** Rises whenever the user's logins in progress end: a session begins only if it is the same as at the proof. */
  loginEpoch: number;
  /** Staff who must first set up two-factor: until then they have the rights of a customer (3.1). */
  lacksTwoFactor: boolean;
}

export interface AccountRow {
  user_id: number;
  tenant_id: number;
  tenant_name: string;
  team_name: string;
  member_role: string;
  at_home: boolean;
  in_team: boolean;
  has_others: boolean;
  role: string;
  staff_rights: string[];
  state: string;
  email: string | null;
  name: string;
  two_factor: boolean;
  login_epoch: number;
}

/** Columns of an `AccountRow`, for statements with `user_account u`, their membership `member m` and its `tenant t`. */
export const ACCOUNT_COLUMNS = `u.id as user_id, m.tenant_id, t.tenant_name, t.display_name as team_name, m.role as member_role,
  m.tenant_id = u.tenant_id as at_home,
  exists (select from member o where o.tenant_id = m.tenant_id and o.user_id <> u.id) as in_team,
  exists (select from member o where o.user_id = u.id and o.tenant_id <> m.tenant_id) as has_others,
  u.role, coalesce((select rights from user_role where name = u.role), '{}') as staff_rights, u.state, u.email, u.name, u.totp_confirmed_at is not null as two_factor,
  u.login_epoch`;

/** Joins to `user_account u` the membership in the user's own tenant. */
export const AT_HOME = `join member m on m.tenant_id = u.tenant_id and m.user_id = u.id join tenant t on t.id = m.tenant_id`;

export function toAccount(row: AccountRow): Account {
  const memberRole = row.member_role;
  if (memberRole !== "staff" && !isMemberRole(memberRole))
    throw new Error(`user ${row.user_id} is an unknown ${memberRole}`);
  const lacksTwoFactor = env.STAFF_TOTP_REQUIRED && row.staff_rights.length > 0 && !row.two_factor;
  return {
    userId: row.user_id,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    teamName: row.team_name,
    memberRole,
    atHome: row.at_home,
    inTeam: row.in_team,
    hasOthers: row.has_others,
    role: lacksTwoFactor ? "customer" : row.role,
    staffRights: lacksTwoFactor ? [] : row.staff_rights.filter(isStaffRight),
    state: row.state as UserState,
    email: row.email ?? "",
    name: row.name,
    twoFactor: row.two_factor,
    loginEpoch: row.login_epoch,
    lacksTwoFactor,
  };
}
