import { type Tx, transaction } from "~/platform/db.server";
import { holdRight } from "~/platform/hold-right.server";
import { type TenantRole, may } from "~/platform/may";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { lockSshKeys } from "./store-ssh-key.server";

interface Asked {
  tenantId: number;
  /** The requesting user: only members who manage the team may delete keys of others. */
  userId: number;
  memberRole: TenantRole;
  id: number;
  now: Date;
}

/** Removes a stored key; the newest other one of the same person becomes their default. Running tasks keep theirs (3.5). */
export async function deleteSshKey({ memberRole, id, ...given }: Asked): Promise<{ message: string }> {
  const { tenantId, userId } = given;
  await transaction(async (tx) => {
    await lockSshKeys(tx, tenantId);
    const [removed] = await tx.query<{ userId: number }>(
      `delete from ssh_key where tenant_id = $1 and id = $2 and (user_id = $3 or $4) returning user_id as "userId"`,
      [tenantId, id, userId, may(memberRole, "team.act")],
    );
    if (!removed) throw Refusal.ofField("id", M.noSuchSshKey);
    if (removed.userId !== userId) await holdRight(tx, given, "team.act");
    await keepDefaults(tx, removed.userId);
  });
  return { message: "Key removed." };
}

/** Sets a person's newest key as the default after their default key was deleted. */
export async function keepDefaults(tx: Tx, userId: number): Promise<void> {
  await tx.query(
    `update ssh_key set is_default = true where id in (
       select distinct on (tenant_id) id from ssh_key k where user_id = $1
         and not exists (select from ssh_key d where d.tenant_id = k.tenant_id and d.user_id = $1 and d.is_default)
       order by tenant_id, created_at desc, id desc)`,
    [userId],
  );
}
