import { db } from "~/db.server";
import { figure, heading, quantile } from "./report";
import { DAYS, fillEvents, fillUsers, MODELS, USERS } from "./usage-world";

const EVENTS = Number(process.env.BENCH_USAGE_EVENTS ?? 5_000_000);
const PER_MILLION = EVENTS / 1_000_000;

/** What model usage takes and how fast it is read, on `BENCH_USAGE_EVENTS` events of 90 days. */
export async function benchUsage(): Promise<void> {
  const now = new Date();
  heading(
    `Model usage: ${EVENTS.toLocaleString("en-US")} events of ${DAYS} days, ${USERS.toLocaleString("en-US")} users, ${MODELS} models`,
  );
  await fillUsers();
  const rates: number[] = [];
  await fillEvents({ events: EVENTS, now, told: (summed, seconds) => rates.push(summed / seconds) });
  figure("events summed in a second, median of days", quantile(rates, 0.5).toFixed(0));
  figure("the same, of the slowest tenth of days", quantile(rates, 0.1).toFixed(0));
  for (const { name, rows, mb } of await readSizes())
    figure(
      `${name}, MB (rows) per million events`,
      `${(mb / PER_MILLION).toFixed(0)} (${(rows / PER_MILLION).toFixed(0)})`,
    );
}

async function readSizes(): Promise<{ name: string; rows: number; mb: number }[]> {
  return await db.query(
    `select coalesce(parent.relname, c.relname) as name, sum(greatest(c.reltuples, 0))::float8 as rows,
       (sum(pg_total_relation_size(c.oid)) / 1048576)::float8 as mb
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid
       left join pg_class parent on parent.oid = i.inhparent and parent.relname = 'usage_event'
     where c.relkind = 'r' and c.relname like 'usage\\_%' group by 1 having sum(pg_total_relation_size(c.oid)) > 1048576 order by 3 desc`,
  );
}
