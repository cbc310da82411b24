import { db, sweep } from "~/platform/db.server";
import { checkLedger } from "~/money/check-ledger.server";
import { readStats } from "~/money/read-stats.server";
import { scrape } from "~/platform/http/scrape.server";
import { readAttention } from "~/staff/screens/dashboard/read-attention.server";

import { readGpuUse } from "~/staff/screens/dashboard/read-gpu-use.server";
import { readMoneyNow } from "~/staff/screens/dashboard/read-money-now.server";
import { readMoneyScreen } from "~/staff/screens/money/read-money-screen.server";
import { openTenants } from "./billing-world";
import { figure, heading, printMedian } from "./report";
import { STAFF_RIGHT_NAMES } from "~/platform/staff-rights";

const CHARGES = 5_000_000;
const TENANTS = 1_000;
const DAYS = 60;
const RUNS = 20;

/** Reads of the books on a ledger of 10 million entries: the sums by hour compared with the sum of all entries. */
export async function benchBooks(): Promise<void> {
  heading(`Books of ${(2 * CHARGES).toLocaleString("en-US")} entries over ${DAYS} days`);
  const now = new Date();
  await openTenants(TENANTS, now);
  await fillCharges(now);
  const [{ hours } = { hours: 0 }] = await db.query<{ hours: number }>(
    `select count(*)::int as hours from ledger_hour`,
  );
  figure("rows of sums by hour", String(hours));
  const money = () => readMoneyScreen({ search: new URLSearchParams(), now });
  const dashboard = () =>
    Promise.all([
      readAttention({ viewer: { staffRights: STAFF_RIGHT_NAMES }, now }),
      readMoneyNow({ now }),
      readGpuUse({ now }),
    ]);
  const allEntries = () => sweep((connection) => connection.query(`select sum(units) from ledger_entry`));
  await printMedian("/metrics, ms", () => scrape(now), { runs: RUNS });
  await printMedian("/dashboard/money, ms", money, { goal: "at most 100", runs: RUNS });
  await printMedian("/dashboard/stats, ms", () => readStats({ now }), { goal: "", runs: RUNS });
  await printMedian("/dashboard, ms", dashboard, { goal: "at most 20", runs: RUNS });
  await printMedian("sum of all entries, as it was asked before, ms", allEntries, { goal: "", runs: RUNS });
  const startedMs = performance.now();
  const wrong = Object.values(await checkLedger()).filter((found) => BigInt(found) !== 0n);
  figure("the nightly check of all of it, s", ((performance.now() - startedMs) / 1000).toFixed(1));
  figure("what it found wrong", String(wrong.length), "0");
}

/** Charges as the tick posts them, spread over the days, without its triggers: their sums are built at the end. */
async function fillCharges(now: Date): Promise<void> {
  await sweep(async (connection) => {
    await connection.query(`set session_replication_role = replica`);
    await connection.query(
      `with house as (select id from ledger_account where kind = 'revenue'),
       tenants as (select array_agg(tenant_id) as tenants, array_agg(id) as accounts
         from ledger_account where kind = 'customer'),
       charges as (
         select nextval('ledger_transaction_id_seq') as id, 1 + n % cardinality(accounts) as place, n
         from generate_series(1, $1::int) n, tenants),
       posted as (
         insert into ledger_transaction (id, key, content_hash, kind, unit, tenant_id, at)
         select id, 'bench-charge:' || n, '', 'task', 'usd', tenants[place],
           $2::timestamptz - make_interval(secs => n * ($3 * 86400.0 / $1)) from charges, tenants)
       insert into ledger_entry (transaction_id, account_id, units)
       select charges.id, side.account_id, side.units from charges, tenants, house
       cross join lateral (values (accounts[place], -100), (house.id, 100)) side(account_id, units)`,
      [CHARGES, now, DAYS],
    );
    await connection.query(
      `update ledger_account a set balance = (select sum(units) from ledger_entry where account_id = a.id)
       where tenant_id is not null and kind = 'customer'`,
    );
    await connection.query(`delete from ledger_hour`);
    await connection.query(
      `insert into ledger_hour (hour, account, unit, kind, cluster_name, gpu_type, writer, units, entries)
       select date_trunc('hour', t.at, 'UTC'), a.kind, a.unit, t.kind, coalesce(task.cluster_name, ''),
         coalesce(task.gpu_type, ''), 0, sum(e.units), count(*)
       from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
       join ledger_account a on a.id = e.account_id
       left join task on task.resv_guid = t.resv_guid and a.tenant_id is null group by 1, 2, 3, 4, 5, 6`,
    );
    await connection.query(`delete from ledger_month`);
    await connection.query(
      `insert into ledger_month (month, account, kind, tenant_id, units)
       select date_trunc('month', t.at at time zone 'UTC')::date, a.kind, t.kind, t.tenant_id, sum(e.units)
       from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
       join ledger_account a on a.id = e.account_id
       where a.tenant_id is null and a.kind <> 'grant' and t.tenant_id is not null group by 1, 2, 3, 4`,
    );
    await connection.query(`delete from ledger_day`);
    await connection.query(
      `insert into ledger_day (tenant_id, day, kind, unit, units)
       select a.tenant_id, (t.at at time zone 'UTC')::date, t.kind, t.unit, sum(e.units)
       from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
       join ledger_account a on a.id = e.account_id where a.tenant_id is not null group by 1, 2, 3, 4`,
    );
    await connection.query(`vacuum analyze`);
  });
}
