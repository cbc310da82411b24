import fc from "fast-check";
import { db, transaction, type Tx } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { chargeRunning, chargeUpTo } from "~/money/charge-tasks.server";
import { refundIncident } from "~/money/refund-incident.server";
import { settleTasks } from "~/money/settle-tasks.server";
import { takeMoney } from "~/money/take-money.server";
import { asUnits } from "~/money/units";
import { watchBalances } from "~/compute/watch-balances.server";
import { aRunningTask, at, report, type RunningTask } from "./running-task";

/** Second of the tests' clock at which March ends. */
export const MONTH_END = 2_642_400;
export const [MARCH, APRIL] = ["2026-03", "2026-04"] as const;

/** An event of a tenant's history, `wait` seconds after the one before. */
export interface Happening {
  what: "tick" | "watch" | "credit" | "debit" | "coupon" | "end" | "lose" | "incident" | "back";
  wait: number;
  task: number;
  units: number;
}

export const happening: fc.Arbitrary<Happening> = fc.record({
  what: fc.constantFrom("tick", "tick", "watch", "credit", "debit", "coupon", "end", "lose", "incident", "back"),
  wait: fc.integer({ min: 0, max: 200 }),
  task: fc.nat({ max: 3 }),
  units: fc.integer({ min: 1, max: 90_000 }),
});

/** A task that runs and is charged from that second on, with the line of its history for that. */
export async function aToldTask(given: {
  tenantId: number;
  pph: number;
  from: number;
  name?: string;
}): Promise<RunningTask> {
  const task = await aRunningTask(given);
  await tell(db, task, "running", at(given.from));
  return task;
}

/** Runs one event at that second, as the worker does. */
export async function live(one: Happening, tenantId: number, tasks: RunningTask[], second: number): Promise<void> {
  const now = at(second);
  const task = tasks[one.task % tasks.length];
  if (!task) return;
  await report(tasks, second);
  const money = {
    tenantId,
    units: asUnits(BigInt(one.units)),
    now,
    key: `statement:${tenantId}:${second}:${one.what}:${one.units}`,
  };
  const work: Record<Happening["what"], () => Promise<unknown>> = {
    tick: () => chargeRunning({ now }),
    watch: () => watchBalances({ now }),
    credit: () =>
      transaction((tx) => addCredit(tx, { ...money, from: "provider", kind: "topup", description: "Top-up" })),
    debit: () =>
      transaction((tx) => takeMoney(tx, { ...money, to: "provider", kind: "chargeback", description: "=1+1" })),
    coupon: () =>
      transaction((tx) => addCredit(tx, { ...money, from: "promo", kind: "coupon", description: 'Code "A", B' })),
    end: () => transaction((tx) => endTask(tx, task, "killed", now)),
    lose: () => transaction((tx) => endTask(tx, task, "lost", now)),
    incident: () => transaction((tx) => beginIncident(tx, task, now)),
    back: () => transaction((tx) => beBack(tx, task, now)),
  };
  await work[one.what]();
}

/** Ends a task: last charge, final state, settlement, and the refund of an incident. */
export async function endTask(tx: Tx, task: RunningTask, to: "killed" | "lost", now: Date): Promise<void> {
  await chargeUpTo(tx, { resvGuids: [task.resvGuid], now });
  const ended = await tx.query(
    `update task set state = $2, finished_at = $3, charged_to = null, incidents = 1
     where resv_guid = $1 and state in ('running', 'stopping', 'incident') returning 1`,
    [task.resvGuid, to, now],
  );
  if (ended.length === 0) return;
  await tell(tx, task, to, now);
  await settleTasks(tx, { resvGuids: [task.resvGuid], now });
  if (to === "lost") await refundIncident(tx, { resvGuid: task.resvGuid, now });
}

async function beginIncident(tx: Tx, task: RunningTask, now: Date): Promise<void> {
  await chargeUpTo(tx, { resvGuids: [task.resvGuid], now });
  const moved = await tx.query(
    `update task set state = 'incident', charged_to = null where resv_guid = $1 and state = 'running' returning 1`,
    [task.resvGuid],
  );
  if (moved.length > 0) await tell(tx, task, "incident", now);
}

async function beBack(tx: Tx, task: RunningTask, now: Date): Promise<void> {
  const moved = await tx.query(
    `update task set state = 'running', charged_to = $2 where resv_guid = $1 and state = 'incident' returning 1`,
    [task.resvGuid, now],
  );
  if (moved.length > 0) await tell(tx, task, "running", now);
}

async function tell(q: Pick<Tx, "query">, { resvGuid }: RunningTask, to: string, now: Date): Promise<void> {
  await q.query(`insert into task_event (resv_guid, at, from_state, to_state) values ($1, $2, '', $3)`, [
    resvGuid,
    now,
    to,
  ]);
}
