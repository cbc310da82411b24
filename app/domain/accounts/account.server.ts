import { env } from "~/env.server";
import { isRole, isStaff, type Role, type UserState } from "~/domain/role";

/** A user with the tenant they act for. */
export interface Account {
  userId: number;
  tenantId: number;
  tenantName: string;
  role: Role;
  state: UserState;
  email: string;
  name: string;
  /** Whether a second factor is asked for at login. */
  twoFactor: boolean;
  /** Staff who must set up the second factor first: until then they may do what a customer may (3.1). */
  lacksTwoFactor: boolean;
}

export interface AccountRow {
  user_id: number;
  tenant_id: number;
  tenant_name: string;
  role: string;
  state: string;
  email: string | null;
  name: string;
  two_factor: boolean;
}

/** Columns of an `AccountRow`, for statements with `user_account u` and `tenant t`. */
export const ACCOUNT_COLUMNS =
  "u.id as user_id, u.tenant_id, t.tenant_name, u.role, u.state, u.email, u.name, u.totp_confirmed_at is not null as two_factor";

export function toAccount(row: AccountRow): Account {
  if (!isRole(row.role)) throw new Error(`user ${row.user_id} has the unknown role ${row.role}`);
  const lacksTwoFactor = env.STAFF_TOTP_REQUIRED && isStaff(row.role) && !row.two_factor;
  return {
    userId: row.user_id,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    role: lacksTwoFactor ? "customer" : row.role,
    state: row.state as UserState,
    email: row.email ?? "",
    name: row.name,
    twoFactor: row.two_factor,
    lacksTwoFactor,
  };
}
