import { db, transaction } from "~/platform/db.server";
import { chargeRunning } from "~/money/charge-tasks.server";
import { checkLedger } from "~/money/check-ledger.server";
import { fillRunning } from "./billing-world";
import { figure, heading, quantile } from "./report";

const TASKS = 100_000;
const ROUNDS = 4;
const TICK_S = 60;

/** The billing tick over running tasks against the bare statements that write the same rows, in turns in one run. */
export async function benchBillingTick(): Promise<void> {
  heading(`Billing tick over ${TASKS} running tasks of ${TASKS / 50} tenants`);
  const start = Math.floor(Date.now() / 1000) - 2 * (ROUNDS + 1) * TICK_S;
  await fillRunning({ tasks: TASKS, since: new Date(start * 1000) });
  const tick: number[] = [];
  const bare: number[] = [];
  let second = start;
  for (let round = 0; round < ROUNDS; round += 1) {
    second += TICK_S;
    tick.push(await timed(second, async (now) => expectAll((await chargeRunning({ now })).tasks)));
    second += TICK_S;
    await stage(new Date(second * 1000));
    bare.push(await timed(second, writeStaged));
  }
  const [tickMs, bareMs] = [quantile(tick, 0.5), quantile(bare, 0.5)];
  figure("tick, median ms", tickMs.toFixed(0));
  figure("bare statements of the same rows, median ms", bareMs.toFixed(0));
  figure("ratio", (tickMs / bareMs).toFixed(2), "at most 1.50");
  const { imbalanceUnits, wrongBalances, wrongHours, wrongDays, wrongMonths, wrongTasks, wrongTaskDays } =
    await checkLedger();
  figure(
    "imbalance, units / wrong balances / wrong hours / wrong days / wrong months / wrong tasks / wrong days of tasks",
    `${imbalanceUnits} / ${wrongBalances} / ${wrongHours} / ${wrongDays} / ${wrongMonths} / ${wrongTasks} / ${wrongTaskDays}`,
  );
}

async function timed(second: number, work: (now: Date) => Promise<void>): Promise<number> {
  const now = new Date(second * 1000);
  await db.query(`update node set reported_at = $1`, [now]);
  await db.query(`vacuum node, task, tenant, ledger_account, outbox`);
  await db.query(`checkpoint`);
  const began = performance.now();
  await work(now);
  return performance.now() - began;
}

function expectAll(tasks: number): void {
  if (tasks !== TASKS) throw new Error(`${tasks} tasks were charged instead of ${TASKS}`);
}

/** Computes all values of the bare statements in advance, outside the measured time. */
async function stage(now: Date): Promise<void> {
  await db.query(`drop table if exists staged`);
  await db.query(
    `create unlogged table staged as
     select task.resv_guid, task.tenant_id, account.id as account_id, revenue.id as revenue_id, charged_to as from_ts,
       $1::timestamptz as to_ts, ${TICK_S} as seconds, pph::bigint * ${TICK_S} as units,
       nextval('ledger_transaction_id_seq') as id,
       'charge:' || resv_guid || ':' || extract(epoch from charged_to)::bigint as key,
       encode(sha256(convert_to(resv_guid::text, 'UTF8')), 'hex') as content_hash
     from task
     join ledger_account account on account.tenant_id = task.tenant_id and account.kind = 'customer'
     join ledger_account revenue on revenue.kind = 'revenue'`,
    [now],
  );
  await db.query(`analyze staged`);
}

async function writeStaged(now: Date): Promise<void> {
  await transaction(async (tx) => {
    await tx.query(
      `insert into ledger_transaction (id, key, content_hash, kind, unit, tenant_id, resv_guid, at)
       select id, key, content_hash, 'task', 'usd', tenant_id, resv_guid, $1 from staged`,
      [now],
    );
    await tx.query(
      `insert into ledger_entry (transaction_id, account_id, units)
       select id, account_id, -units from staged union all select id, revenue_id, units from staged`,
    );
    await tx.query(
      `insert into task_charge (resv_guid, from_ts, to_ts, units, transaction_id)
       select resv_guid, from_ts, to_ts, units, id from staged`,
    );
    await tx.query(
      `update task set charged_to = to_ts, charged_seconds = charged_seconds + seconds
       from staged where staged.resv_guid = task.resv_guid`,
    );
    await tx.query(
      `insert into outbox (entity, key)
       select 'balance', tenant_name from tenant where id in (select tenant_id from staged)`,
    );
  });
}
