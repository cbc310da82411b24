import { db, type Queryable, type Tx, transaction } from "~/platform/db.server";
import { coveredUntil } from "~/money/charge";
import { lockAccounts } from "~/money/ledger.server";
import { limitKey, type LimitKind, type Spender } from "~/money/limit-key";
import { isReached, type LimitFunds, readLimitFunds } from "~/money/limit-funds.server";
import { readChargedTasks } from "~/money/read-charged-tasks.server";
import { ZERO } from "~/money/units";
import { centsText } from "~/platform/cents-text";
import { forEach, sumOfEach } from "~/platform/for-each";
import { notify } from "~/platform/notify.server";
import { lockHolders } from "./inside/tasks/stop-for-funds.server";
import { requestStop } from "./inside/tasks/stop-task.server";

/** Reasons of the stop, on the task's page and in the statement. */
export const LIMIT_REACHED = "spending limit";
export const KEY_LIMIT_REACHED = "spending limit of the API key";

interface Reached {
  /** The member or API key, by name or, in a mail, without it (16.5). */
  who: string;
  limit: string;
  stopped: string;
}

/** A notification's words for each kind of limit, with the next step. */
const NEWS: Record<LimitKind, (reached: Reached) => string> = {
  member: ({ who, limit, stopped }) =>
    `${who} has reached the spending limit of ${limit} a month. ${stopped} The owner or an admin can raise it on the Team screen.`,
  key_day: ({ who, limit, stopped }) =>
    `${who} has reached its spending limit of ${limit} a day. ${stopped} It can start tasks again after 00:00 UTC.`,
  key_total: ({ who, limit, stopped }) =>
    `${who} has reached its spending limit of ${limit} in total. ${stopped} To go on, create a key with a higher limit.`,
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
  const told = {
    limit: centsText(BigInt(funds.limitCents)),
    stopped: n === 1 ? "A task was stopped." : `${n} tasks were stopped.`,
  };
  const name = await nameOf(tx, limit);
  const isMember = kind === "member";
  await notify(tx, {
    tenantId,
    retcode: "ERROR",
    message: NEWS[kind]({ ...told, who: isMember ? name : `The API key ${name}` }),
    // A page that its member may see, too: those who may not do not get the notification.
    url: "/tasks",
    cause: `${isMember ? "member-limit" : kind}:${tenantId}:${id}:${now.getTime()}`,
    now,
    mail: {
      subject: "A spending limit is reached",
      text: NEWS[kind]({ ...told, who: isMember ? "A member" : "An API key" }),
    },
  });
  return n;
}

async function nameOf(tx: Tx, { kind, id }: LimitFunds): Promise<string> {
  const [row] = await tx.query<{ name: string }>(
    kind === "member"
      ? `select name from user_account where id = $1`
      : `select name from api_key where line_id = $1 order by id desc limit 1`,
    [id],
  );
  return row?.name ?? "";
}
