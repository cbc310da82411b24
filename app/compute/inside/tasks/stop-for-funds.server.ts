import type { Tx } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { requestStop } from "./stop-task.server";
import { notify } from "~/platform/notify.server";
import { coveredUntil } from "~/money/charge";
import { lockAccounts } from "~/money/ledger.server";
import { readChargedVolumes } from "~/money/charged-volumes.server";
import { secondsLeft } from "~/money/cover";
import { endPaidVolumes, lockPaidVolumes } from "~/compute/inside/volumes/end-paid-volumes.server";
import { readAvailable } from "~/money/read-available.server";
import { readChargedTasks } from "~/money/read-charged-tasks.server";
import { NO_FUNDS } from "~/compute/task-states";

/**
 * Stops all tasks of a tenant whose money has ended (B8). Charging ends at the last whole second that the balance
 * covers, volumes are unpaid (17.4), and queued tasks wait for funds. Does nothing if the money has not ended after
 * all. @returns the tasks that were stopped.
 */
export async function stopForFunds(tx: Tx, { tenantId, now }: { tenantId: number; now: Date }): Promise<string[]> {
  const volumes = await lockPaidVolumes(tx, tenantId);
  const resvGuids = await lockHolders(tx, tenantId);
  await lockAccounts(tx, [tenantId], "usd");
  const money = (await readAvailable(tx, [tenantId], now)).get(tenantId);
  // The balance must cover the next whole second of all tasks and volumes together.
  if (!money) return [];
  const leftUnits = money.balanceUnits - money.unchargedUnits;
  if (secondsLeft(leftUnits, money.ongoingPph, money.volumeMonthCents) !== 0) return [];
  const nowSecond = Math.floor(now.getTime() / 1000);
  const [tasks, charged] = [await readChargedTasks(tx, tenantId, now), await readChargedVolumes(tx, tenantId)];
  const end = new Date(coveredUntil(money.balanceUnits, tasks, nowSecond, charged) * 1000);
  await requestStop(tx, { resvGuids, target: "killed", reason: NO_FUNDS, now, stopAt: end });
  await endPaidVolumes(tx, { volumes, end, now });
  await markQueueUnfunded(tx, tenantId);
  if (resvGuids.length > 0) await notifyOutOfFunds(tx, { tenantId, resvGuids, now });
  return resvGuids;
}

/** Locks nodes and tasks of a tenant, or those that a limit counts, in the order that all follow, as stopping writes to both. */
export async function lockHolders(
  tx: Tx,
  tenantId: number,
  of: { userId?: number; keyLineId?: number } = {},
): Promise<string[]> {
  const asked = [tenantId, of.userId ?? null, of.keyLineId ?? null];
  await tx.query(
    `select count(*) from (select from node where id in (
         select placement.node_id from placement join task using (resv_guid)
         where task.tenant_id = $1 and ($2::int is null or task.created_by_id = $2)
           and ($3::int is null or task.key_line_id = $3) and placement.ended_at is null)
       order by id for no key update) locked`,
    asked,
  );
  const rows = await tx.query<{ resv_guid: string }>(
    `select resv_guid from task
     where tenant_id = $1 and ($2::int is null or created_by_id = $2) and ($3::int is null or key_line_id = $3)
       and state in ('placing', 'starting', 'running', 'incident')
     order by resv_guid for no key update`,
    asked,
  );
  return rows.map((row) => row.resv_guid);
}

async function markQueueUnfunded(tx: Tx, tenantId: number): Promise<void> {
  const queued = await tx.query<{ resv_guid: string; cluster_name: string }>(
    `update task set wait_reason = 'waiting_for_funds', version = version + 1
     where resv_guid in (select resv_guid from task where tenant_id = $1 and state = 'queued'
         and wait_reason <> 'waiting_for_funds' order by resv_guid for no key update)
     returning resv_guid, cluster_name`,
    [tenantId],
  );
  await announce(tx, [
    ...queued.map((task) => ({ entity: "task" as const, key: task.resv_guid })),
    ...queued.map((task) => ({ entity: "scheduled" as const, key: task.cluster_name })),
  ]);
}

async function notifyOutOfFunds(
  tx: Tx,
  { tenantId, resvGuids, now }: { tenantId: number; resvGuids: string[]; now: Date },
): Promise<void> {
  const cause = `no-funds:${tenantId}:${now.getTime()}`;
  const message = "Your balance is used up. All your tasks were stopped. Please add funds.";
  const mail = { subject: "Your tasks were stopped" };
  const event = { type: "balance.exhausted" as const, data: { stopped_tasks: resvGuids } };
  await notify(tx, { tenantId, retcode: "ERROR", message, url: "/billing", cause, now, mail, event });
}
