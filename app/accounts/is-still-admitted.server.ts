import { db } from "~/platform/db.server";
import { IS_OPEN } from "~/platform/team-open-sql";
import type { Account } from "./account.server";

/** An account, and the session or API key that it was admitted by. */
export interface Admitted {
  account: Pick<Account, "userId" | "tenantId" | "memberRole" | "staffRights">;
  sessionId: string | null;
  keyId: number | null;
}

/** Checks that a login or key, and its roles, are still valid: a download takes longer than its request (16.9). */
export async function isStillAdmitted({ account, sessionId, keyId, now }: Admitted & { now: Date }): Promise<boolean> {
  const { userId, tenantId, memberRole, staffRights } = account;
  const standing = await db.query(
    `select from user_account u
     where u.id = $1 and $4::text[] <@ (select rights from user_role where name = u.role) and u.state not in ('suspended', 'closed')
       and case when $3 = 'staff' then exists (select from session where id = $5 and view_tenant_id = $2 and view_until > $7)
         else exists (select from member m where m.user_id = $1 and m.tenant_id = $2 and m.role = $3 and ${IS_OPEN}) end
       and ($5::text is null or exists (select from session where id = $5 and expires_at > $7))
       and ($6::int is null or exists (select from api_key where id = $6 and coalesce(least(revoked_at, expires_at), 'infinity') > $7))`,
    [userId, tenantId, memberRole, staffRights, sessionId, keyId, now],
  );
  return standing.length > 0;
}
