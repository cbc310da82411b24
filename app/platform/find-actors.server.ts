import { db } from "./db.server";

/** The most actors that a part of a name may match. */
const AT_MOST = 50;

/**
 * The users that a filter selects: the user of that email, or everyone who ever acted as staff and matches by name or
 * email. Finds staff through their own index, never through the audit's rows.
 */
export async function findActors(who: string): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `with recursive acted as (
       select (select min(user_id) from audit_row where role <> 'customer') as id
       union all
       select (select min(user_id) from audit_row where role <> 'customer' and user_id > acted.id)
       from acted where acted.id is not null)
     select id from user_account where email = lower($1)
     union
     select u.id from acted join user_account u on u.id = acted.id
     where position(lower($1) in lower(u.name)) > 0 or position(lower($1) in u.email) > 0
     limit ${AT_MOST}`,
    [who],
  );
  return rows.map(({ id }) => id);
}

/** Lists every action in the audit by index: each costs one look-up. */
export async function listActions(): Promise<string[]> {
  const rows = await db.query<{ action: string }>(
    `with recursive found as (
       select (select min(action) from audit_row) as action
       union all
       select (select min(action) from audit_row where action > found.action) from found where found.action is not null)
     select coalesce(action, '') as action from found where action is not null`,
  );
  return rows.map(({ action }) => action);
}
