import { db, sweep } from "~/platform/db.server";
import { askedPeriod } from "~/staff/inside/reports/period";
import { readCohorts } from "~/staff/inside/reports/read-cohorts.server";
import {
  readCoinsReport,
  readCustomersReport,
  readGpuReport,
  readMoneyReport,
} from "~/staff/inside/reports/read-report.server";
import { keepCohorts } from "~/staff/keep-cohorts.server";
import { seedCatalogue } from "../../prisma/seed-catalogue";
import { figure, heading, printMedian } from "./report";

const TENANTS = 1_000_000;
/** A thousand nodes have room for this number of paying customers in a month. */
const PAYING = 25_000;
const MONTHS = 24;

/** Reports over two years, with a million tenants. */
export async function benchReports(): Promise<void> {
  heading(
    `Reports: ${TENANTS.toLocaleString("en-US")} tenants, ${PAYING.toLocaleString("en-US")} of them paying in a month, ${MONTHS} months`,
  );
  const now = new Date();
  await seedCatalogue();
  await fill(now);
  const period = (query: string) => askedPeriod(new URLSearchParams(query), now);
  await printMedian("money, this month by day, ms", () => readMoneyReport(period("")));
  await printMedian("money, 12 months by cluster, ms", () => readMoneyReport(period("range=12-months&split=cluster")));
  await printMedian("customers of a month, ms", () =>
    readCustomersReport(period("range=last-month"), { order: "revenue" }),
  );
  await printMedian("largest changes of a month, ms", () =>
    readCustomersReport(period("range=last-month"), { order: "change" }),
  );
  await printMedian("customers of 12 months, compared, ms", () =>
    readCustomersReport(period("range=12-months"), { order: "revenue" }),
  );
  await printMedian("GPUs, 12 months by cluster, ms", () => readGpuReport(period("range=12-months&split=cluster")));
  await printMedian("coins of a month, ms", () => readCoinsReport(period("range=last-month")));
  await printMedian("sign-ups, ms", () => readCohorts({ now }));
  const startedMs = performance.now();
  await keepCohorts();
  figure("counting the sign-ups at night, s", ((performance.now() - startedMs) / 1000).toFixed(1));
}

/** The kept sums alone, without triggers: six clusters, hours for 35 days and days before. */
async function fill(now: Date): Promise<void> {
  await sweep(async (connection) => {
    await connection.query(`set session_replication_role = replica`);
    await connection.query(
      `insert into tenant (tenant_name, created_at) select 'n' || n, $2::timestamptz - n * interval '1 minute'
       from generate_series(1, $1::int) n`,
      [TENANTS, now],
    );
    await connection.query(
      `insert into user_account (tenant_id, name, role, state, created_at) select id, tenant_name, 'customer', 'active', created_at from tenant`,
    );
    await connection.query(
      `insert into ledger_month (month, account, kind, tenant_id, units)
       select (date_trunc('month', $3::timestamptz at time zone 'UTC') - n * interval '1 month')::date, account, kind,
         1 + (n * 977 + place * (($1::int / $2::int) - 1)) % $1::int, 360000 + hashint4(place) % 300000
       from generate_series(0, $4::int - 1) n, generate_series(1, $2::int) place,
         (values ('revenue', 'task'), ('provider', 'topup')) sums(account, kind) on conflict do nothing`,
      [TENANTS, PAYING, now, MONTHS],
    );
    await connection.query(
      `insert into ledger_hour (hour, account, unit, kind, cluster_name, gpu_type, writer, units, entries)
       select distinct case when hours < 35 * 24 then at else date_trunc('day', at, 'UTC') end, account, 'usd', kind,
         case when account = 'revenue' then 'cluster-' || place else '' end, case when account = 'revenue' then 'a5000' else '' end,
         0, 360000, 1
       from generate_series(0, $2::int * 30 * 24) hours, generate_series(1, 6) place,
         lateral (select date_trunc('hour', $1::timestamptz, 'UTC') - hours * interval '1 hour' as at) moment,
         (values ('revenue', 'task'), ('customer', 'task'), ('provider', 'topup'), ('customer', 'topup'), ('refund', 'refund')) sums(account, kind)
       where place = 1 or account = 'revenue'`,
      [now, MONTHS],
    );
    await connection.query(
      `insert into gpu_use (at, cluster_name, gpu_type, samples, busy, in_service, gpus, cost_cents)
       select distinct case when quarters < 35 * 96 then at else date_trunc('day', at, 'UTC') end, 'cluster-' || place, 'a5000',
         15, 15 * 900, 15 * 1300, 15 * 1333, 15 * 70000
       from generate_series(0, $2::int * 30 * 96) quarters, generate_series(1, 6) place,
         lateral (select date_bin('15 minutes', $1::timestamptz, 'epoch') - quarters * interval '15 minutes' as at) moment`,
      [now, MONTHS],
    );
  });
  await db.query(`vacuum analyze`);
}
