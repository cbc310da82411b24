import { db } from "~/platform/db.server";

/** Reads the names of users in statistics: the email, or the tenant_name once the account is closed. */
export async function readUserNames(ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: number; name: string }>(
    `select u.id, coalesce(u.email, t.tenant_name) as name from user_account u join tenant t on t.id = u.tenant_id
     where u.id = any($1::int[])`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** SQL for the user that a parameter such as `$1` names: by email, or by tenant name its owner (A12). */
export const userCalled = (name: string) => `coalesce((select id from user_account where email = lower(${name})),
  (select m.user_id from member m join tenant named on named.id = m.tenant_id
   where named.tenant_name = ${name} and m.role = 'owner'))`;

export async function readModelNames(ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: number; name: string }>(
    `select id, name from usage_model where id = any($1::int[])`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Lists the first models by name, for a field that offers them. */
export async function listModelNames(): Promise<string[]> {
  const rows = await db.query<{ name: string }>(`select name from usage_model order by name limit 200`);
  return rows.map(({ name }) => name);
}
