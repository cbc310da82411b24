import { db } from "~/db.server";

/** A tenant with the inference token of one of its workspaces, by its last four characters. */
export interface TeamRow {
  workspace: string;
  tenantName: string;
  last4: string;
}

/** A page of the inference tokens that are attached, by tenant (A15), and how many there are. */
export async function readTeams({ offset, limit }: { offset: number; limit: number }) {
  const rows = await db.query<TeamRow & { total: number }>(
    `select w.name as workspace, t.tenant_name as "tenantName", k.last4, (count(*) over ())::int as total
     from workspace w join tenant t on t.id = w.tenant_id
       join api_key k on k.workspace_id = w.id and k.revoked_at is null
     where w.deleted_at is null order by t.tenant_name, w.name offset $1 limit $2`,
    [offset, limit],
  );
  return { rows, total: rows[0]?.total ?? 0 };
}
