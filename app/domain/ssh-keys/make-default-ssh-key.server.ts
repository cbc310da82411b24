import { transaction } from "~/db.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { makeDefault } from "./store-ssh-key.server";

/** Makes one of the tenant's keys the one that is chosen unless another is named. */
export async function makeDefaultSshKey({ tenantId, id }: { tenantId: number; id: number }): Promise<void> {
  await transaction(async (tx) => {
    await tx.query(`select from tenant where id = $1 for update`, [tenantId]);
    const own = await tx.query(`select from ssh_key where tenant_id = $1 and id = $2`, [tenantId, id]);
    if (own.length === 0) throw Refusal.ofField("id", M.noSuchSshKey);
    await makeDefault(tx, { tenantId, id });
  });
}
