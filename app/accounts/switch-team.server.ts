import { db, type Tx, transaction } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { IS_OPEN } from "~/platform/team-open-sql";

/**
 * Switches a session to another tenant of its user, where their next login opens too. Its sockets close and reconnect there.
 * @throws Refusal M185.
 */
export async function switchTeam(given: { sessionId: string; tenantId: number }): Promise<{ called: string }> {
  return await transaction((tx) => moveSession(tx, given));
}

export async function moveSession(
  tx: Tx,
  { sessionId, tenantId }: { sessionId: string; tenantId: number },
): Promise<{ called: string }> {
  // Locks the user first, as everything that ends sessions does.
  const [there] = await tx.query<{ called: string }>(
    `update user_account u set last_tenant_id = m.tenant_id
     from session s join member m on m.user_id = s.user_id join tenant t on t.id = m.tenant_id
     where s.id = $1 and u.id = s.user_id and m.tenant_id = $2 and ${IS_OPEN}
     returning coalesce(nullif(t.display_name, ''), t.tenant_name) as called`,
    [sessionId, tenantId],
  );
  if (!there) throw new Refusal(M.notYourTeam);
  await tx.query(`update session set tenant_id = $2 where id = $1`, [sessionId, tenantId]);
  await command(tx, [{ command: "session", key: sessionId }]);
  return there;
}

/** A tenant that a user can switch to. */
export interface OwnTeam {
  tenantId: number;
  tenantName: string;
  teamName: string;
  role: string;
}

/** The open tenants of a user, their own first. */
export async function listOwnTeams({ userId }: { userId: number }): Promise<OwnTeam[]> {
  return await db.query<OwnTeam>(
    `select m.tenant_id as "tenantId", t.tenant_name as "tenantName", t.display_name as "teamName", m.role
     from member m join tenant t on t.id = m.tenant_id join user_account u on u.id = m.user_id
     where m.user_id = $1 and ${IS_OPEN} order by m.tenant_id = u.tenant_id desc, t.tenant_name`,
    [userId],
  );
}
