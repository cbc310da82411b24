import type { Queryable } from "~/platform/db.server";

const WORKSPACES = 5_000;
const USERS_EACH = 20;
const STAFF_ACTS = 500_000;
const MAILS = 300_000;

/** Workspaces with their users and tokens, the audit, mails, and the texts for visitors. Without triggers. */
export async function fillTeams(connection: Queryable, now: Date): Promise<void> {
  await connection.query(
    `insert into workspace (name, tenant_id, owner_id, max_users, admin_hash, admin_encrypted, admin_last4, created_at,
       active_at, deleted_at)
     select 'team-' || n, u.tenant_id, u.id, 30, case when n % 20 > 0 then md5(n::text) end, '', right(md5(n::text), 4),
       $2::timestamptz - n * interval '4 hours', $2::timestamptz - n % 900 * interval '1 hour',
       case when n % 20 = 0 then $2::timestamptz - n % 30 * interval '1 day' end
     from generate_series(1, $1::int) n join user_account u on u.id = (select min(id) from user_account) + n * 150`,
    [WORKSPACES, now],
  );
  await connection.query(
    `insert into api_key (tenant_id, user_id, scope, hash, encrypted, last4, workspace_id)
     select tenant_id, owner_id, 'inference', 'key ' || id, '', right(md5(name), 4), id from workspace
     where deleted_at is null`,
  );
  await connection.query(
    `insert into workspace_user (workspace_id, user_id, added_at)
     select id, owner_id + n, created_at from workspace, generate_series(0, $1::int - 1) n`,
    [USERS_EACH],
  );
  await connection.query(
    `insert into audit_row (user_id, role, tenant_id, action, target, at)
     select case when n % 3 > 0 then staff.ids[1 + n % cardinality(staff.ids)] end, 'support', n % 900000,
       (array['user.view', 'user.search', 'node.drain', 'balance.adjust', 'task.kill'])[1 + n % 5], 'user:' || n % 900000,
       $2::timestamptz - ($1::int - n) * interval '30 seconds'
     from generate_series(1, $1::int) n, (select array_agg(id) as ids from user_account where role <> 'customer') staff`,
    [STAFF_ACTS, now],
  );
  await connection.query(
    `insert into audit_link (number, row_id, hash) select row_number() over (order by id), id, md5(id::text) from audit_row`,
  );
  await connection.query(
    `update audit_head set number = (select max(number) from audit_link), hash = 'bench', anchor_number = 0, anchor_hash = ''`,
  );
  await connection.query(
    `insert into mail (to_address, subject, text, cause, created_at, sent_at)
     select email, 'Your balance', 'It ends.', 'bench:' || id, $2, $2 from user_account where email is not null limit $1`,
    [MAILS, now],
  );
  await connection.query(
    `insert into faq_section (title, content, position)
     select 'Section ' || n, (select jsonb_agg(jsonb_build_object('question', 'Question ' || t, 'answer', repeat('An answer. ', 40)))
       from generate_series(1, 10) t), n from generate_series(1, 20) n`,
  );
}
