import type { Queryable, Tx } from "~/platform/db.server";
import { VOLUME_MONTH_CENTS } from "~/money/charged-volumes.server";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { leftBehindLines, type MadeThing } from "./inside/teams/left-behind";
import { leftBehindMail } from "./inside/teams/team-mails";

/**
 * Lists things that a tenant's members created or changed last and that outlive their membership, by member. Tasks of a
 * member with a limit do not (16.8).
 */
export async function readLeftBehind(q: Queryable, tenantId: number): Promise<Map<number, MadeThing[]>> {
  const rows = await q.query<MadeThing & { userId: number }>(
    `select made."userId", made.kind, made.name, made.cents from (
       select created_by_id as "userId", 'task' as kind, task_name as name, pph as cents from task
       where tenant_id = $1 and finished_at is null and state <> 'stopping'
       union all
       select created_by_id, 'volume', name, ${VOLUME_MONTH_CENTS}::int from volume
       where tenant_id = $1 and state in ('kept', 'copying', 'unpaid')
       union all
       select distinct by.id, 'template', name, 0 from template cross join lateral (values (created_by_id), (changed_by_id)) by(id)
       where tenant_id = $1 and deleted_at is null
       union all
       select url_by_id, 'webhook', substring(url from '^[a-z]+://([^/?#]+)'), 0 from webhook_endpoint
       where tenant_id = $1 and state <> 'deleted'
       union all
       select set_by_id, 'auto top-up', format('$%s below $%s, up to $%s a month', round(cents / 100.0, 2),
         round(threshold_cents / 100.0, 2), round(month_cap_cents / 100.0, 2)), 0 from auto_top_up
       where tenant_id = $1 and state not in ('off', 'stopped')) made
     join member m on m.tenant_id = $1 and m.user_id = made."userId" and m.role <> 'owner'
       and (m.limit_cents is null or made.kind <> 'task')
     order by made.name`,
    [tenantId],
  );
  const byUser = new Map<number, MadeThing[]>();
  for (const { userId, ...thing } of rows) byUser.set(userId, [...(byUser.get(userId) ?? []), thing]);
  return byUser;
}

/** Notifies the owner of a team about the things that a leaving member created. */
export async function notifyLeftBehind(
  tx: Tx,
  { tenantId, userId, now }: { tenantId: number; userId: number; now: Date },
): Promise<void> {
  const [owner] = await tx.query<{ to: string; email: string | null }>(
    `select owner.email as to, person.email
     from member m join user_account person on person.id = m.user_id join member holder on holder.tenant_id = m.tenant_id and holder.role = 'owner'
       join user_account owner on owner.id = holder.user_id
     where m.tenant_id = $1 and m.user_id = $2 and owner.email is not null and owner.state = 'active'`,
    [tenantId, userId],
  );
  if (!owner) return;
  const lines = leftBehindLines((await readLeftBehind(tx, tenantId)).get(userId) ?? []);
  if (lines.length === 0) return;
  const mail = leftBehindMail({ email: owner.email, lines, url: ownUrl("/tasks") });
  await queueMail(tx, { to: owner.to, ...mail, cause: `left-behind:${tenantId}:${userId}:${now.getTime()}` });
}
