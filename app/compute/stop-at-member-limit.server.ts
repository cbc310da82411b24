import { db, type Tx, transaction } from "~/platform/db.server";
import { coveredUntil } from "~/money/charge";
import { lockAccounts } from "~/money/ledger.server";
import { memberKey } from "~/money/member-key";
import { type MemberFunds, readMemberFunds } from "~/money/member-funds.server";
import { readChargedTasks } from "~/money/read-charged-tasks.server";
import { ZERO } from "~/money/units";
import { sumOfEach } from "~/platform/for-each";
import { notify } from "~/platform/notify.server";
import { lockHolders } from "./inside/tasks/stop-for-funds.server";
import { requestStop } from "./inside/tasks/stop-task.server";

/** Reason of the stop, on the task's page and in the statement. */
export const LIMIT_REACHED = "spending limit";

interface Spender {
  tenantId: number;
  userId: number;
}

/**
 * Stops tasks whose member has reached their monthly limit (16.8), at the last whole second that it pays
 * for, as for a lack of funds (B8). Other members' tasks continue. May run at any time and in several workers at once.
 * @returns the number of tasks that were stopped.
 */
export async function watchMemberLimits({ now }: { now: Date }): Promise<number> {
  const running = await db.query<Spender>(
    `select distinct m.tenant_id as "tenantId", m.user_id as "userId"
     from task join member m on m.tenant_id = task.tenant_id and m.user_id = task.created_by_id
     where task.state = 'running' and m.limit_cents is not null order by 1, 2`,
  );
  const reached = [...(await readMemberFunds(db, running, now)).values()].filter(isReached);
  return await sumOfEach(reached, (spender) => transaction((tx) => stopTasksOf(tx, spender, now)));
}

/** The rest of the limit must pay for the next whole second of all tasks together. */
function isReached({ availableUnits, ongoingPph }: MemberFunds): boolean {
  return ongoingPph > 0 && availableUnits < BigInt(ongoingPph);
}

async function stopTasksOf(tx: Tx, { tenantId, userId }: Spender, now: Date): Promise<number> {
  const resvGuids = await lockHolders(tx, tenantId, userId);
  await lockAccounts(tx, [tenantId], "usd");
  const funds = (await readMemberFunds(tx, [{ tenantId, userId }], now)).get(memberKey(tenantId, userId));
  if (!funds || !isReached(funds)) return 0;
  const nowSecond = Math.floor(now.getTime() / 1000);
  // Charges that were posted stay, even if the limit was lowered below them.
  const left = funds.balanceUnits > 0n ? funds.balanceUnits : ZERO;
  const end = coveredUntil(left, await readChargedTasks(tx, tenantId, now, userId), nowSecond);
  const stopAt = new Date(end * 1000);
  await requestStop(tx, { resvGuids, target: "killed", reason: LIMIT_REACHED, now, stopAt });
  const n = resvGuids.length;
  await notify(tx, {
    tenantId,
    retcode: "ERROR",
    message: `A member's spending limit of the month is reached. ${n === 1 ? "A task was" : `${n} tasks were`} stopped.`,
    url: "/tasks",
    cause: `member-limit:${tenantId}:${userId}:${now.getTime()}`,
    now,
    mail: { subject: "A spending limit is reached" },
  });
  return n;
}
