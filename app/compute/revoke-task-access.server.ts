import type { Tx } from "~/platform/db.server";
import { rolesWith } from "~/platform/may";
import { giveKeys } from "./inside/ssh-keys/keys-of-tasks.server";
import { KEY_LINE, keyCounts } from "./inside/ssh-keys/key-sql";
import { lockTasks } from "./lock-tasks.server";
import { renewTokens } from "./inside/ports/task-ports.server";

interface ShutOut {
  userId: number;
  tenantIds: readonly number[];
  now: Date;
}

/**
 * Ends the access to tenants' unfinished tasks for users who lost their right. It replaces keys of theirs that are
 * deleted or invalid now (16.9), and renews the tokens of ports, which they may have read. Terminals and cookies of
 * ports end with the login's right.
 */
export async function revokeTaskAccess(tx: Tx, { userId, tenantIds, now }: ShutOut): Promise<void> {
  const tasks = await tx.query<{ id: string; keyed: boolean; hasDoor: boolean }>(
    `select * from (
       select t.resv_guid as id, d.resv_guid is not null as "hasDoor", t.ssh_key_user_id = $2 and not exists (
         select from ssh_key k where k.tenant_id = t.tenant_id and k.user_id = $2 and ${KEY_LINE} = t.ssh_public_key
           and ${keyCounts("$3")}) as keyed
       from task t left join task_door d using (resv_guid)
       where t.tenant_id = any($1::int[]) and t.finished_at is null) task
     where keyed or "hasDoor" order by id`,
    [tenantIds, userId, rolesWith("tasks.act")],
  );
  if (tasks.length === 0) return;
  await lockTasks(tx, { resvGuids: tasks.map(({ id }) => id) });
  const idsOf = (kind: "keyed" | "hasDoor") => tasks.filter((task) => task[kind]).map(({ id }) => id);
  await giveKeys(tx, { resvGuids: idsOf("keyed"), now });
  await renewTokens(tx, { resvGuids: idsOf("hasDoor"), now });
}
