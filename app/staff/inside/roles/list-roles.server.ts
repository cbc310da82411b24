import { db } from "~/platform/db.server";
import { ROLES } from "~/platform/role";
import { isStaffRight, type StaffRight } from "~/platform/staff-rights";

export interface StaffRole {
  name: string;
  label: string;
  rights: StaffRight[];
  /** Null for a documented role. */
  madeAt: Date | null;
  madeBy: string | null;
  holders: { id: number; name: string }[];
}

/** Lists the roles of staff with their holders: the documented ones in their order, then the others by name. */
export async function listRoles(): Promise<StaffRole[]> {
  const rows = await db.query<Omit<StaffRole, "rights"> & { rights: string[] }>(
    `select r.name, r.label, r.rights, r.made_at as "madeAt", maker.name as "madeBy",
       coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by lower(u.name), u.id)
         from user_account u where u.role = r.name and u.role <> 'customer' and u.state <> 'closed'), '[]') as holders
     from user_role r left join user_account maker on maker.id = r.made_by_id
     where r.name <> 'customer' order by array_position($1::text[], r.name), lower(r.label), r.name`,
    [ROLES],
  );
  return rows.map((row) => ({ ...row, rights: row.rights.filter(isStaffRight) }));
}

/** Lists what a user's role can be, customer first. */
export async function listRoleChoices(): Promise<{ name: string; label: string }[]> {
  return await db.query<{ name: string; label: string }>(
    `select name, label from user_role order by array_position($1::text[], name), lower(label), name`,
    [ROLES],
  );
}
