import { db } from "~/platform/db.server";
import type { MemberRole } from "~/platform/may";
import { aTenant, type TenantInWorld } from "./world";

/** Somebody with their own tenant who is also a member of another one. */
export async function aMember(of: { tenantId: number; role: MemberRole; limitCents?: number }): Promise<TenantInWorld> {
  const person = await aTenant({ dollars: 0 });
  await db.query(
    `insert into member (tenant_id, user_id, role, joined_at, limit_cents) values ($1, $2, $3, now(), $4)`,
    [of.tenantId, person.userId, of.role, of.limitCents ?? null],
  );
  return person;
}

/** The token in the newest invitation that was mailed to an address. */
export async function tokenMailedTo(email: string): Promise<string> {
  const [mail] = await db.query<{ text: string }>(
    `select text from mail where to_address = $1 and cause like 'invitation:%' order by id desc limit 1`,
    [email],
  );
  const token = /\/invitations\/([\w-]{43})/.exec(mail?.text ?? "")?.[1];
  if (!token) throw new Error(`no invitation was mailed to ${email}`);
  return token;
}

/** A user's role in a tenant; null: no member. */
export async function roleOf(tenantId: number, userId: number): Promise<string | null> {
  const [row] = await db.query<{ role: string }>(`select role from member where tenant_id = $1 and user_id = $2`, [
    tenantId,
    userId,
  ]);
  return row?.role ?? null;
}
