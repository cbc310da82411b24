import type { Tx } from "~/platform/db.server";
import { withdrawTokensOf } from "~/fleet/withdraw-enrolment-token.server";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";

interface Leaving {
  userId: number;
  now: Date;
}

/**
 * Revokes secrets that a former admin may have kept: enrolment tokens end, and the other admins get a list of the
 * source keys and workspace tokens that the admin saw (decision 0332). Called while those keys still work.
 */
export async function endAdminAccess(tx: Tx, given: Leaving): Promise<void> {
  await withdrawTokensOf(tx, given);
  const lines = [...(await knownSources(tx, given)), ...(await knownWorkspaces(tx, given))];
  if (lines.length === 0) return;
  const { userId, now } = given;
  const admins = await tx.query<{ to: string; email: string | null }>(
    `select other.email as to, person.email from user_account other, user_account person
     where person.id = $1 and other.id <> $1 and other.role = 'admin' and other.state = 'active' and other.email is not null order by other.id`,
    [userId],
  );
  for (const { to, email } of admins)
    await queueMail(tx, {
      to,
      subject: "Replace the keys that a former admin knows",
      text:
        `${email ?? "A closed account"} is no admin of Millrace any more, and was shown these keys:\n\n` +
        `${lines.map((line) => `- ${line}`).join("\n")}\n\n` +
        `Those of sources may have ended with the account. Make new ones: ${ownUrl("/dashboard/ingestion")} and ${ownUrl("/dashboard/workspaces")}\n`,
      cause: `former-admin:${userId}:${now.getTime()}:${to}`,
    });
}

/** Lists the sources whose service key was shown to the admin, which happens once, for the user it acts for. */
async function knownSources(tx: Tx, { userId, now }: Leaving): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select distinct s.name from api_key k join usage_source s on s.id = k.source_id
     where k.user_id = $1 and k.scope = 'usage' and (k.revoked_at is null or k.revoked_at > $2) order by s.name`,
    [userId, now],
  );
  return rows.map(({ name }) => `the service key of the source ${name}`);
}

/** Lists the workspaces whose tokens the admin viewed or created; each case is audited. */
async function knownWorkspaces(tx: Tx, { userId }: Leaving): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select w.name from workspace w where w.deleted_at is null and exists (
       select from audit_row a where a.user_id = $1 and a.at >= w.created_at
         and (a.action in ('workspace.list-tokens', 'workspace.list-keys') or a.target = 'workspace:' || w.name
           and a.action in ('workspace.create', 'workspace.show-tokens', 'workspace.rotate-key', 'workspace.new-admin-token')))
     order by w.name`,
    [userId],
  );
  return rows.map(({ name }) => `tokens of the workspace ${name}`);
}
