import type { Tx } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { rolesWith } from "~/platform/may";
import { notifyNodesOf } from "~/compute/change-placements.server";
import { lockTasks } from "~/compute/lock-tasks.server";
import { KEY_LINE, keyCounts } from "./key-sql";

interface Tasks {
  resvGuids: readonly string[];
  now: Date;
}

/** Locks the unfinished tasks of a tenant that no key opens, and returns their ids. */
export async function lockKeyless(tx: Tx, tenantId: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select resv_guid as id from task where tenant_id = $1 and ssh_public_key = '' and finished_at is null order by resv_guid`,
    [tenantId],
  );
  const resvGuids = rows.map(({ id }) => id);
  if (resvGuids.length > 0) await lockTasks(tx, { resvGuids });
  return resvGuids;
}

/**
 * Gives locked tasks another key: their starter's default, else the owner's. Without either, no key opens the task
 * until one of them stores one. If it is the same key, only its owner changes: it is then replaced when that person
 * leaves. Agents write the key into running tasks, and end the sessions of the previous one (decision 0330).
 */
export async function giveKeys(tx: Tx, { resvGuids, now }: Tasks): Promise<void> {
  if (resvGuids.length === 0) return;
  // Holds those whose keys may be given: a concurrent end of their access, or a new key, waits or is waited for (16.9).
  await tx.query(
    `select from member m join user_account u on u.id = m.user_id join task t on t.tenant_id = m.tenant_id
     where t.resv_guid = any($1::uuid[]) and (m.user_id = t.created_by_id or m.role = 'owner')
     order by u.id, m.tenant_id for key share of u for share of m`,
    [resvGuids],
  );
  const changed = await tx.query<{ id: string; replaced: boolean }>(
    `with given as (
       select t.resv_guid, t.ssh_public_key as before, coalesce(best.line, '') as line, best.user_id from task t left join lateral (
         select ${KEY_LINE} as line, k.user_id from ssh_key k join member m on m.tenant_id = k.tenant_id and m.user_id = k.user_id
         where k.tenant_id = t.tenant_id and k.is_default and (k.user_id = t.created_by_id or m.role = 'owner') and ${keyCounts("$2")}
         order by k.user_id = t.created_by_id desc nulls last limit 1) best on true
       where t.resv_guid = any($1::uuid[]))
     update task t set ssh_public_key = given.line, ssh_key_user_id = given.user_id
     from given where t.resv_guid = given.resv_guid
     returning t.resv_guid as id, given.before <> given.line as replaced`,
    [resvGuids, rolesWith("tasks.act")],
  );
  const ids = changed.filter(({ replaced }) => replaced).map(({ id }) => id);
  await tx.query(
    `insert into task_event (resv_guid, at, from_state, to_state, text)
     select resv_guid, $2, state, state,
       case when ssh_public_key = '' then 'SSH key taken away' else 'SSH key replaced' end
     from task where resv_guid = any($1::uuid[])`,
    [ids, now],
  );
  await notifyNodesOf(tx, ids);
  await announce(
    tx,
    ids.map((key) => ({ entity: "task", key })),
  );
}
