import { db } from "~/platform/db.server";
import type { Days } from "~/platform/day-range";
import { userCalled } from "./names.server";
import { listUserSums, type UserSum } from "~/usage/inside/sums/user-sums.server";

export interface MeteredUser {
  userId: number;
  tenantId: number;
  tenantName: string;
  /** Email, or tenant_name once the account is closed. */
  user: string;
}

export const METERING_DAYS = 30;
export const METERING_DAYS_MAX = 365;

/** Finds the user of an email, or the owner of a tenant_name (A12); null if neither is known. */
export async function findMeteredUser(name: string): Promise<MeteredUser | null> {
  const asked = name.includes("\0") ? "" : name;
  const [found] = await db.query<MeteredUser>(
    `select u.id as "userId", u.tenant_id as "tenantId", t.tenant_name as "tenantName", coalesce(u.email, t.tenant_name) as "user"
     from user_account u join tenant t on t.id = u.tenant_id
     where u.id = ${userCalled("$1")}`,
    [asked],
  );
  return found ?? null;
}

export async function listMetering(asked: { userId: number; days: Days }): Promise<Omit<UserSum, "userId">[]> {
  return await listUserSums({ userIds: [asked.userId], days: asked.days });
}
