import { db, sweep, transaction } from "~/platform/db.server";
import { chargeRunning } from "~/money/charge-tasks.server";
import { checkLedger } from "~/money/check-ledger.server";
import { fillRunning } from "./billing-world";
import { databaseSeconds, databaseServer } from "./processes";
import { figure, heading, quantile } from "./report";

/** A million takes 20 minutes. */
const TASKS = Number(process.env["BENCH_TASKS"] ?? 100_000);
const TASKS_PER_TENANT = 50;
const ROUNDS = TASKS > 100_000 ? 2 : 4;
const TICK_S = 60;
/** Tenants of a transaction of the bare statements, as in the tick. */
const TENANTS_PER_TURN = 200;
/** A million within the tick's minute. */
const GOAL_MS = (TASKS / 1_000_000) * TICK_S * 1000;

interface Spent {
  ms: number;
  /** PostgreSQL's processor. */
  seconds: number;
}

/** The billing tick over running tasks against the bare statements that write the same rows, in turns in one run. */
export async function benchBillingTick(): Promise<void> {
  heading(`Billing tick over ${TASKS} running tasks of ${TASKS / TASKS_PER_TENANT} tenants`);
  const start = Math.floor(Date.now() / 1000) - 2 * (ROUNDS + 2) * TICK_S;
  await fillRunning({ tasks: TASKS, since: new Date(start * 1000) });
  const tick: Spent[] = [];
  const bare: Spent[] = [];
  let second = start;
  for (let round = 0; round < ROUNDS; round += 1) {
    second += TICK_S;
    tick.push(await timed(second, async (now) => expectAll((await chargeRunning({ now })).tasks)));
    second += TICK_S;
    await stage(new Date(second * 1000));
    bare.push(await timed(second, writeStaged));
  }
  const [ticks, bares] = [medians(tick), medians(bare)];
  figure("tick, median ms", ticks.ms.toFixed(0), `at most ${GOAL_MS}`);
  figure("bare statements of the same rows, one connection, median ms", bares.ms.toFixed(0));
  figure("PostgreSQL's processor for a tick, s", ticks.seconds.toFixed(2));
  figure("the same for the bare statements, s", bares.seconds.toFixed(2));
  figure("ratio of the times", (ticks.ms / bares.ms).toFixed(2), "at most 1.30");
  figure("ratio of the processor times", (ticks.seconds / bares.seconds).toFixed(2), "at most 1.30");
  const { imbalanceUnits, wrongBalances, wrongHours, wrongDays, wrongMonths, wrongTasks, wrongTaskDays } =
    await checkLedger();
  figure(
    "imbalance, units / wrong balances / wrong hours / wrong days / wrong months / wrong tasks / wrong days of tasks",
    `${imbalanceUnits} / ${wrongBalances} / ${wrongHours} / ${wrongDays} / ${wrongMonths} / ${wrongTasks} / ${wrongTaskDays}`,
  );
}

function medians(all: Spent[]): Spent {
  const medianOf = (key: keyof Spent) =>
    quantile(
      all.map((spent) => spent[key]),
      0.5,
    );
  return { ms: medianOf("ms"), seconds: medianOf("seconds") };
}

async function timed(second: number, work: (now: Date) => Promise<void>): Promise<Spent> {
  const now = new Date(second * 1000);
  const server = await sweep(async (connection) => {
    await connection.query(`update node set reported_at = $1`, [now]);
    await connection.query(`vacuum node, task, task_day, tenant, ledger_account, outbox`);
    await connection.query(`checkpoint`);
    return await databaseServer(connection);
  });
  const before = databaseSeconds(server);
  const began = performance.now();
  await work(now);
  return { ms: performance.now() - began, seconds: databaseSeconds(server) - before };
}

function expectAll(tasks: number): void {
  if (tasks !== TASKS) throw new Error(`${tasks} tasks were charged instead of ${TASKS}`);
}

/** Computes all values of the bare statements in advance, outside the measured time. */
async function stage(now: Date): Promise<void> {
  await sweep(async (connection) => {
    await connection.query(`drop table if exists staged`);
    await connection.query(
      `create unlogged table staged as
       select task.resv_guid, task.tenant_id, account.id as account_id, revenue.id as revenue_id, charged_to as from_ts,
         $1::timestamptz as to_ts, ${TICK_S} as seconds, pph::bigint * ${TICK_S} as units,
         nextval('ledger_transaction_id_seq') as id,
         'charge:' || resv_guid || ':' || extract(epoch from charged_to)::bigint as key,
         encode(sha256(convert_to(resv_guid::text, 'UTF8')), 'hex') as content_hash,
         (dense_rank() over (order by task.tenant_id) - 1) / ${TENANTS_PER_TURN} as turn
       from task
       join ledger_account account on account.tenant_id = task.tenant_id and account.kind = 'customer'
       join ledger_account revenue on revenue.kind = 'revenue'`,
      [now],
    );
    await connection.query(`create index on staged (turn)`);
    await connection.query(`analyze staged`);
  });
}

async function writeStaged(now: Date): Promise<void> {
  const turns = await db.query<{ turn: bigint }>(`select distinct turn from staged order by turn`);
  for (const { turn } of turns) await writeTurn(turn, now);
}

async function writeTurn(turn: bigint, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await tx.query(
      `insert into ledger_transaction (id, key, content_hash, kind, unit, tenant_id, resv_guid, at)
       select id, key, content_hash, 'task', 'usd', tenant_id, resv_guid, $2 from staged where turn = $1`,
      [turn, now],
    );
    await tx.query(
      `insert into ledger_entry (transaction_id, account_id, units)
       select id, account_id, -units from staged where turn = $1
       union all select id, revenue_id, units from staged where turn = $1`,
      [turn],
    );
    await tx.query(
      `insert into task_charge (resv_guid, from_ts, to_ts, units, transaction_id)
       select resv_guid, from_ts, to_ts, units, id from staged where turn = $1`,
      [turn],
    );
    await tx.query(
      `update task set charged_to = to_ts, charged_seconds = charged_seconds + seconds
       from staged where staged.resv_guid = task.resv_guid and staged.turn = $1`,
      [turn],
    );
    await tx.query(
      `insert into outbox (entity, key)
       select 'balance', tenant_name from tenant where id in (select tenant_id from staged where turn = $1)`,
      [turn],
    );
  });
}
