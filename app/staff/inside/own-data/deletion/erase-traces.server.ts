import { db } from "~/platform/db.server";
import { ownedTenants } from "~/accounts/owned-tenants.server";
import { renameInRehearsals } from "~/rehearsal/rename-in-rehearsals.server";

const BATCH = 500;
const NOBODY = "Deleted account";
/** SQL for a conversation `c` of the user $1, or of one of the addresses $2. */
const THEIRS = `(c.user_id = $1 or (c.user_id is null and c.email = any($2::text[])))`;

/**
 * Erases the user from all rows that name them, except in the ledger, receipts and the audit, which contain ids and the
 * data required by law. Long lists are erased in short steps; a second run finds nothing.
 */
export async function eraseTraces({ userId, emails }: { userId: number; emails: readonly string[] }): Promise<void> {
  const tenantIds = await ownedTenants(db, userId);
  await forgetLists(tenantIds);
  await db.query(`delete from user_comment where user_id = $1`, [userId]);
  await db.query(`delete from api_key where user_id = $1 and scope in ('full', 'named')`, [userId]);
  // It had the address as its name, if they were staff and sent usage with their own keys.
  await db.query(`update usage_source set name = 'user ' || user_id where user_id = $1`, [userId]);
  // Events name users by address or tenant.
  const tenants = await db.query<{ name: string }>(
    `select lower(tenant_name) as name from tenant where id = any($1::int[])`,
    [tenantIds],
  );
  await db.query(
    `update usage_rejection set samples = (select coalesce(jsonb_agg(one order by at), '[]')
       from jsonb_array_elements(samples) with ordinality kept(one, at) where coalesce(lower(one->'event'->>'user'), '') <> all($1::text[]))
     where exists (select from jsonb_array_elements(samples) one where lower(one->'event'->>'user') = any($1::text[]))`,
    [[...emails, ...tenants.map(({ name }) => name)]],
  );
  await db.query(`delete from gpu_alert where user_id = $1`, [userId]);
  await db.query(`delete from member where tenant_id = any($1::int[]) and role <> 'owner'`, [tenantIds]);
  await db.query(`delete from invitation where tenant_id = any($1::int[]) or email = any($2::text[])`, [
    tenantIds,
    emails,
  ]);
  await db.query(
    `update give_back set note = '' where note <> '' and resv_guid in (select resv_guid from task where tenant_id = any($1::int[]))`,
    [tenantIds],
  );
  await db.query(
    `update card_refund set note = '' where note <> '' and topup_id in (select topup_id from top_up where tenant_id = any($1::int[]))`,
    [tenantIds],
  );
  await db.query(`update volume set name = 'deleted-' || volume_id where tenant_id = any($1::int[])`, [tenantIds]);
  await db.query(`delete from tenant_tag where tenant_id = any($1::int[])`, [tenantIds]);
  await db.query(`delete from spend_budget where tenant_id = any($1::int[])`, [tenantIds]);
  await db.query(`delete from feedback where email = any($1::text[])`, [emails]);
  // Answers may have gone to an address that is not the account's.
  await db.query(
    `update mail set to_address = '', subject = '', text = '' where message_id in (
       select m.message_id from conversation_message m join conversation c on c.id = m.conversation_id
       where m.kind = 'staff' and ${THEIRS})`,
    [userId, emails],
  );
  await db.query(`delete from conversation c where ${THEIRS}`, [userId, emails]);
  await db.query(`delete from coin_budget where tenant_id = any($1::int[])`, [tenantIds]);
  await db.query(`update card set holder_name = '' where tenant_id = any($1::int[]) and holder_name <> ''`, [
    tenantIds,
  ]);
  // As long as the former name is known.
  for (const tenantId of tenantIds) await renameInRehearsals({ tenantId, to: `deleted-${tenantId}` });
  await db.query(
    `update tenant set tenant_name = 'deleted-' || id, display_name = '', company = '', tax = '', street = '', street2 = '', postal = '', city = '',
       country = '', region = '' where id = any($1::int[])`,
    [tenantIds],
  );
  await db.query(`update user_account set name = $2, source_text = '', suspended_reason = '' where id = $1`, [
    userId,
    NOBODY,
  ]);
}

async function forgetLists(tenantIds: readonly number[]): Promise<void> {
  await inBatches(() =>
    db.query(
      `delete from notification where id in (
         select id from notification where tenant_id = any($1::int[]) limit ${BATCH}) returning 1`,
      [tenantIds],
    ),
  );
  await inBatches(() =>
    db.query(
      `delete from webhook_message where id in (
         select id from webhook_message where tenant_id = any($1::int[]) limit ${BATCH}) returning 1`,
      [tenantIds],
    ),
  );
  await db.query(`delete from template where tenant_id = any($1::int[])`, [tenantIds]);
  await db.query(`delete from webhook_endpoint where tenant_id = any($1::int[])`, [tenantIds]);
  await inBatches(() =>
    db.query(
      `delete from task_log where (resv_guid, seq) in (
         select log.resv_guid, log.seq from task_log log join task using (resv_guid) where task.tenant_id = any($1::int[])
         limit ${BATCH}) returning 1`,
      [tenantIds],
    ),
  );
  await inBatches(() =>
    db.query(
      `update task set ssh_public_key = '', ssh_addr = '', display_name = '', tags = '{}', start_command = '', environment = '',
         registry_username = '', registry_password_encrypted = null where resv_guid in (
         select resv_guid from task where tenant_id = any($1::int[]) and (ssh_public_key <> '' or ssh_addr <> '' or display_name <> ''
           or tags <> '{}' or start_command <> '' or environment <> '' or registry_username <> '' or registry_password_encrypted is not null)
         limit ${BATCH}) returning 1`,
      [tenantIds],
    ),
  );
}

async function inBatches(step: () => Promise<object[]>): Promise<void> {
  while ((await step()).length === BATCH);
}
