/** SQL for a stored key, alias `k`, as a line of an authorized_keys file. */
export const KEY_LINE = "rtrim(k.type || ' ' || k.body || ' ' || k.comment)";

/**
 * SQL: a stored key, alias `k`, admits its owner. They may act on tasks of its tenant, by their role in `roles`, a
 * parameter, and are not suspended.
 */
export const keyCounts = (roles: `$${number}`) => `exists (select from member holder
  join user_account person on person.id = holder.user_id
  where holder.tenant_id = k.tenant_id and holder.user_id = k.user_id and holder.role = any(${roles}::text[])
    and person.state not in ('suspended', 'closed'))`;
