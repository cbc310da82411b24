import { isRole, type Role, type UserState } from "./role";

/** A user with the tenant they act for. */
export interface Account {
  userId: number;
  tenantId: number;
  tenantName: string;
  role: Role;
  state: UserState;
  email: string;
  name: string;
}

export interface AccountRow {
  user_id: number;
  tenant_id: number;
  tenant_name: string;
  role: string;
  state: string;
  email: string | null;
  name: string;
}

/** Columns of an `AccountRow`, for statements with `user_account u` and `tenant t`. */
export const ACCOUNT_COLUMNS =
  "u.id as user_id, u.tenant_id, t.tenant_name, u.role, u.state, u.email, u.name";

export function toAccount(row: AccountRow): Account {
  if (!isRole(row.role)) throw new Error(`user ${row.user_id} has the unknown role ${row.role}`);
  return {
    userId: row.user_id,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    role: row.role,
    state: row.state as UserState,
    email: row.email ?? "",
    name: row.name,
  };
}
