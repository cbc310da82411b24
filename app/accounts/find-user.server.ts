import { z } from "zod";
import { db } from "~/platform/db.server";
import { record, type Row, ts, utc } from "~/platform/record";

export type UserKey = { id: number } | { tenantName: string } | { email: string };

const LISTED = {
  id: { type: z.int(), sql: "u.id" },
  name: { type: z.string(), sql: "u.name" },
  // Empty after the account is closed.
  email: { type: z.string(), sql: "coalesce(u.email, '')" },
  provider: { type: z.string(), sql: "u.provider" },
  codify_subscription_status: { type: z.string(), sql: "u.codify_subscription_status" },
  created: { type: z.int(), sql: ts("u.created_at") },
  created_at: { type: z.string(), sql: utc("u.created_at") },
};

/** A user in the documented lists (3.6), alias `u`. */
export const LISTED_USER = record(LISTED);

/** A user as operators see them, with a tenant as `t`. */
export const USER = record({
  ...LISTED,
  tenant_name: { type: z.string(), sql: "t.tenant_name" },
  role: { type: z.string(), sql: "u.role" },
  state: { type: z.string(), means: ["unverified, active, suspended or closed", "active"], sql: "u.state" },
});

/** A user with the additional facts on staff's screens. */
export interface UserRow extends Row<typeof USER> {
  tenantId: number;
  /** Why access was taken; empty unless suspended. */
  suspended_reason: string;
  two_factor: boolean;
}

/**
 * Finds a user by id or email with their own tenant, or the owner of a named tenant with that tenant (16.1); null if
 * there is no match.
 */
export async function findUser(key: UserKey): Promise<UserRow | null> {
  const id = "id" in key && Number.isSafeInteger(key.id) && key.id < 2 ** 31 ? key.id : null;
  const email = "email" in key ? storable(key.email.toLowerCase()) : null;
  const tenantName = "tenantName" in key ? storable(key.tenantName) : null;
  const [found] = await db.query<UserRow>(
    `select ${USER.columns}, t.id as "tenantId", u.suspended_reason, u.totp_confirmed_at is not null as two_factor
     from (select id as user_id, tenant_id from user_account where id = $1::int or email = $2::text
       union all select m.user_id, m.tenant_id from member m join tenant on tenant.id = m.tenant_id
         where m.role = 'owner' and tenant.tenant_name = $3::text) asked
     join user_account u on u.id = asked.user_id join tenant t on t.id = asked.tenant_id limit 1`,
    [id, email, tenantName],
  );
  return found ?? null;
}

/** Returns a text that PostgreSQL can store; one with NUL matches nobody. */
function storable(text: string): string {
  return text.includes("\0") ? "" : text;
}
