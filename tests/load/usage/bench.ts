import { db } from "~/platform/db.server";
import { measureScreens } from "../operator/measure";
import { figure, heading } from "../report";
import { usageAddresses } from "./addresses";
import { benchLiveCharts } from "./live";
import { benchPace } from "./pace";
import { DAYS, fillUsage, fillUsers, MODELS, REAL_DAYS, USERS } from "./world";

const EVENTS = Number(process.env.BENCH_USAGE_EVENTS ?? 50_000_000);

/** Measures the storage and the reading of model usage, with the sums of `BENCH_USAGE_EVENTS` events of 90 days. */
export async function benchUsage(): Promise<void> {
  const now = new Date();
  heading(
    `Model usage: sums of ${EVENTS.toLocaleString("en-US")} events of ${DAYS} days, ${USERS.toLocaleString("en-US")} users, ${MODELS} models; events of ${REAL_DAYS} days`,
  );
  const [{ filled } = { filled: false }] = await db.query<{ filled: boolean }>(
    `select exists (select from usage_day_users) as filled`,
  );
  if (!filled) await fill(now);
  await measureScreens(await usageAddresses(now));
  await benchPace();
  await benchLiveCharts();
}

/** The real events show the size of a million more. */
async function fill(now: Date): Promise<void> {
  await fillUsers();
  const startedMs = performance.now();
  let before = new Map<string, number>();
  await fillUsage({
    events: EVENTS,
    now,
    beforeReal: async () => void (before = await readSizes()),
    told: (summed, seconds) => figure("events of a real day summed in a second", (summed / seconds).toFixed(0)),
  });
  figure("filled in, s", ((performance.now() - startedMs) / 1000).toFixed(0));
  const [{ millions } = { millions: 1 }] = await db.query<{ millions: number }>(
    `select (count(*) / 1e6)::float8 as millions from usage_event`,
  );
  for (const [name, mb] of await readSizes())
    figure(
      `${name}, MB, and MB per million real events`,
      `${mb.toFixed(0)}, ${((mb - (before.get(name) ?? 0)) / millions).toFixed(0)}`,
    );
}

/** MB of each table with its indexes; the partitions of days count as one table. */
async function readSizes(): Promise<Map<string, number>> {
  const rows = await db.query<{ name: string; mb: number }>(
    `select coalesce(parent.relname, c.relname) as name, (sum(pg_total_relation_size(c.oid)) / 1048576)::float8 as mb
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid
       left join pg_class parent on parent.oid = i.inhparent and parent.relname = 'usage_event'
     where c.relkind = 'r' and c.relname like 'usage\\_%' group by 1 having sum(pg_total_relation_size(c.oid)) > 1048576 order by 2 desc`,
  );
  return new Map(rows.map(({ name, mb }) => [name, mb]));
}
