import { db } from "~/platform/db.server";

/** A tenant with the inference token of one of its workspaces, shown by its last four characters. */
export interface TeamRow {
  workspace: string;
  tenantName: string;
  last4: string;
}

/** Reads a page of the attached inference tokens, by tenant, the oldest first (A15), and their total number. */
export async function readTeams({ offset, limit }: { offset: number; limit: number }) {
  const [counted] = await db.query<{ total: number }>(
    `select count(*)::int as total from api_key where workspace_id is not null and revoked_at is null`,
  );
  const rows = await db.query<TeamRow>(
    `select p.name as workspace, t.tenant_name as "tenantName", p.last4
     from (select w.name, w.tenant_id, k.last4 from workspace w
         join api_key k on k.workspace_id = w.id and k.revoked_at is null
         where w.deleted_at is null order by w.tenant_id, w.name offset $1 limit $2) p
       join tenant t on t.id = p.tenant_id
     order by p.tenant_id, p.name`,
    [offset, limit],
  );
  return { rows, total: counted?.total ?? 0 };
}
