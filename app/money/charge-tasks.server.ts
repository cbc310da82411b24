import { db, transaction, type Tx } from "~/platform/db.server";
import { forAll, forEach } from "~/platform/for-each";
import { endsOfMoney } from "./inside/billing/ends-of-money.server";
import { chargeVolumeDays } from "./charge-volumes.server";
import { VOLUME_IS_CHARGED } from "./charged-volumes.server";
import { CHARGE, type ChargeRow } from "./inside/billing/charge-sql.server";
import { lockAccounts } from "./ledger.server";
import { touchBalances } from "./touch-balances.server";

/** Tasks charged per transaction of the tick, unless one tenant has more. */
const TASKS_PER_TURN = 10_000;
/** Turns at a time: as many connections as a thread of the worker has. */
const TURNS_AT_ONCE = 2;

interface Charged {
  /** Tasks with newly posted seconds. */
  tasks: number;
  units: bigint;
}

/**
 * Charges running tasks for the time since their last charge, as far as reports cover it (B3), and volumes for the days
 * that have ended (17.3). May run at any time, in several workers: each second is posted once.
 */
export async function chargeRunning({ now }: { now: Date }): Promise<Charged> {
  const total = { tasks: 0, units: 0n };
  await forEach(
    await tenantsInTurns(now),
    (turn) =>
      forAll(turn, async (tenantIds) => {
        const charged = await transaction(async (tx) => {
          await lockAccounts(tx, tenantIds, "usd");
          const tasks = await charge(tx, { resvGuids: null, tenantIds, now, endAt: null });
          const volumes = await chargeVolumeDays(tx, tenantIds, now);
          return { tasks: tasks.tasks, units: tasks.units + volumes.units };
        });
        total.tasks += charged.tasks;
        total.units += charged.units;
      }),
    { atOnce: TURNS_AT_ONCE },
  );
  return total;
}

/**
 * Groups tenants with running tasks, or volumes with a day to post. Small groups hold the accounts only briefly, so
 * that tasks that end need not wait.
 */
async function tenantsInTurns(now: Date): Promise<number[][]> {
  const rows = await db.query<{ tenant_id: number; tasks: number }>(
    `select tenant_id, sum(n)::int as tasks from (
       select tenant_id, count(*) as n from task where state = 'running' group by tenant_id
       union all
       select tenant_id, count(*) from volume
       where ${VOLUME_IS_CHARGED} and charged_to < date_trunc('day', $1::timestamptz, 'UTC') group by tenant_id) due
     group by tenant_id order by tenant_id`,
    [now],
  );
  const turns: number[][] = [];
  let room = 0;
  for (const { tenant_id, tasks } of rows) {
    if (room < tasks || turns.length === 0) {
      turns.push([]);
      room = TASKS_PER_TURN;
    }
    turns.at(-1)?.push(tenant_id);
    room -= tasks;
  }
  return turns;
}

/**
 * Posts what these tasks have cost until now, or until `endAt` if charging ended before (B3). Never charges past the
 * last covering report (B2), the stop request, or the money (B8). Call it before the state changes, and again when a
 * final report arrives. A task with a null `charged_to` costs nothing.
 */
export async function chargeUpTo(
  tx: Tx,
  { resvGuids, now, endAt = null }: { resvGuids: readonly string[]; now: Date; endAt?: Date | null },
): Promise<Charged> {
  const tasksOf = await lockTasks(tx, resvGuids);
  const tenantIds = [...tasksOf.keys()];
  await lockAccounts(tx, tenantIds, "usd");
  const ends = await endsOfMoney(tx, tenantIds, endAt !== null && endAt < now ? endAt : now);
  const paid = tenantIds.filter((tenantId) => !ends.has(tenantId));
  const total = { tasks: 0, units: 0n };
  const calls = [
    { resvGuids: paid.flatMap((tenantId) => tasksOf.get(tenantId) ?? []), endAt },
    ...[...ends].map(([tenantId, end]) => ({ resvGuids: tasksOf.get(tenantId) ?? [], endAt: end })),
  ];
  for (const call of calls) {
    if (call.resvGuids.length === 0) continue;
    const charged = await charge(tx, { ...call, now });
    total.tasks += charged.tasks;
    total.units += charged.units;
  }
  return total;
}

/** Locks the tasks that can cost something, ascending by id, and groups them by tenant. */
async function lockTasks(tx: Tx, resvGuids: readonly string[]): Promise<Map<number, string[]>> {
  const rows = await tx.query<{ resv_guid: string; tenant_id: number }>(
    `select resv_guid, tenant_id from task where resv_guid = any($1::uuid[]) and charged_to is not null
     order by resv_guid for no key update`,
    [resvGuids],
  );
  const tasksOf = new Map<number, string[]>();
  for (const row of rows) {
    tasksOf.set(row.tenant_id, [...(tasksOf.get(row.tenant_id) ?? []), row.resv_guid]);
  }
  return tasksOf;
}

async function charge(
  tx: Tx,
  given: {
    resvGuids: readonly string[] | null;
    tenantIds?: readonly number[];
    now: Date;
    endAt: Date | null;
  },
): Promise<Charged> {
  const { resvGuids, tenantIds = null, now, endAt } = given;
  const [row] = await tx.query<ChargeRow>(CHARGE, [resvGuids, now, endAt, tenantIds]);
  if (!row) return { tasks: 0, units: 0n };
  await touchBalances(tx, row.tenant_ids);
  return { tasks: row.tasks, units: row.units };
}
