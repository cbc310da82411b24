import { db, type Queryable, type Tx, transaction } from "~/platform/db.server";
import { coveredUntil } from "~/money/charge";
import { lockAccounts } from "~/money/ledger.server";
import { limitKey, type LimitKind, type Spender } from "~/money/limit-key";
import { isReached, type LimitFunds, readLimitFunds } from "~/money/limit-funds.server";
import { readChargedTasks } from "~/money/read-charged-tasks.server";
import { ZERO } from "~/money/units";
import { forEach, sumOfEach } from "~/platform/for-each";
import { notify } from "~/platform/notify.server";
import { lockHolders } from "./inside/tasks/stop-for-funds.server";
import { requestStop } from "./inside/tasks/stop-task.server";

/** Reasons of the stop, on the task's page and in the statement. */
export const LIMIT_REACHED = "spending limit";
export const KEY_LIMIT_REACHED = "spending limit of the API key";

const REACHED: Record<LimitKind, string> = {
  member: "A member's monthly spending limit is reached.",
  key_day: "An API key has reached its daily spending limit.",
  key_total: "An API key has reached its total spending limit.",
};

/**
 * Stops tasks whose member (16.8) or API key (16.11) has reached a spending limit, at the last whole second that it pays
 * for, as for a lack of funds (B8). Other tasks continue. May run at any time and in several workers at once.
 * @returns the number of tasks that were stopped.
 */
export async function watchLimits({ now }: { now: Date }): Promise<number> {
  const running = await db.query<Spender>(
    `select distinct task.tenant_id as "tenantId", task.created_by_id as "userId", task.key_line_id as "keyLineId"
     from task left join member m on m.tenant_id = task.tenant_id and m.user_id = task.created_by_id
       left join key_line line on line.id = task.key_line_id
     where task.state = 'running' and coalesce(m.limit_cents, line.day_cents, line.total_cents) is not null
     order by 1, 2, 3`,
  );
  const reached = [...(await readLimitFunds(db, running, now)).values()].filter(isReached);
  // A task may have several limits: the one whose money ended first decides when it stops.
  const ends = await forEach(reached, async (limit) => ({ limit, end: await endOf(db, limit, now) }));
  const inOrder = ends.sort((one, other) => one.end - other.end).map(({ limit }) => limit);
  return await sumOfEach(inOrder, (limit) => transaction((tx) => stopTasksOf(tx, limit, now)));
}

const tasksOf = ({ kind, id }: LimitFunds) => (kind === "member" ? { userId: id } : { keyLineId: id });

/** The last second, in epoch seconds, that the limit pays for. */
async function endOf(q: Queryable, limit: LimitFunds, now: Date): Promise<number> {
  // Charges that were posted stay, even if the limit was lowered below them.
  const left = limit.balanceUnits > 0n ? limit.balanceUnits : ZERO;
  const tasks = await readChargedTasks(q, limit.tenantId, now, tasksOf(limit));
  return coveredUntil(left, tasks, Math.floor(now.getTime() / 1000));
}

async function stopTasksOf(tx: Tx, limit: LimitFunds, now: Date): Promise<number> {
  const { kind, tenantId, id } = limit;
  const of = tasksOf(limit);
  const resvGuids = await lockHolders(tx, tenantId, of);
  await lockAccounts(tx, [tenantId], "usd");
  const spender = { tenantId, userId: null, ...of };
  const funds = (await readLimitFunds(tx, [spender], now)).get(limitKey(kind, tenantId, id));
  if (!funds || !isReached(funds)) return 0;
  const stopAt = new Date((await endOf(tx, funds, now)) * 1000);
  const reason = kind === "member" ? LIMIT_REACHED : KEY_LIMIT_REACHED;
  await requestStop(tx, { resvGuids, target: "killed", reason, now, stopAt });
  const n = resvGuids.length;
  await notify(tx, {
    tenantId,
    retcode: "ERROR",
    message: `${REACHED[kind]} ${n === 1 ? "A task was" : `${n} tasks were`} stopped.`,
    url: "/tasks",
    cause: `${kind === "member" ? "member-limit" : kind}:${tenantId}:${id}:${now.getTime()}`,
    now,
    mail: { subject: "A spending limit is reached" },
  });
  return n;
}
