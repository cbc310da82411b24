import { transaction } from "~/platform/db.server";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { lockSshKeys, makeDefault } from "~/compute/store-ssh-key.server";

interface Asked {
  tenantId: number;
  userId: number;
  id: number;
}

/** Makes one of a person's keys the default for their tasks. */
export async function makeDefaultSshKey(asked: Asked): Promise<void> {
  const { tenantId, userId, id } = asked;
  await transaction(async (tx) => {
    await lockSshKeys(tx, tenantId);
    const own = await tx.query(`select from ssh_key where tenant_id = $1 and user_id = $2 and id = $3`, [
      ...[tenantId, userId, id],
    ]);
    if (own.length === 0) throw Refusal.ofField("id", M.noSuchSshKey);
    await makeDefault(tx, asked);
  });
}
