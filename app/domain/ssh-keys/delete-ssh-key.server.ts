import { transaction } from "~/db.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";

/** Removes a stored key; the newest other one becomes the default. Running tasks keep theirs (3.5). */
export async function deleteSshKey({ tenantId, id }: { tenantId: number; id: number }): Promise<{ message: string }> {
  await transaction(async (tx) => {
    await tx.query(`select from tenant where id = $1 for update`, [tenantId]);
    const removed = await tx.query(`delete from ssh_key where tenant_id = $1 and id = $2 returning id`, [tenantId, id]);
    if (removed.length === 0) throw Refusal.ofField("id", M.noSuchSshKey);
    await tx.query(
      `update ssh_key set is_default = true
       where id = (select id from ssh_key where tenant_id = $1 order by created_at desc, id desc limit 1)
         and not exists (select from ssh_key where tenant_id = $1 and is_default)`,
      [tenantId],
    );
  });
  return { message: "Key removed." };
}
