import { db, transaction, type Tx } from "~/platform/db.server";
import { groupBy } from "~/platform/group-by";
import { mergedRows } from "./inside/telemetry/figures";
import { listText, readErrors, readList } from "./inside/telemetry/list-text";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Time after its end by which all reports of an hour are written. */
const LATE_MS = 3 * 60_000;
/** Nodes whose rows are read at a time: a worker's other work waits while they are merged. */
const NODES_AT_ONCE = 50;

interface Row {
  node_id: number;
  samples: number;
  node: string;
  gpus: string;
  errors: string | null;
}

/**
 * Rolls up minutes into hours, and hours into days. Each hour and day that is over and later than the last one is made
 * from all its rows in one transaction, so a run that was interrupted is continued by the next one, and counts nothing
 * twice.
 */
export async function rollUpTelemetry({ now }: { now: Date }): Promise<void> {
  const until = now.getTime() - LATE_MS;
  for (const at of await readHoursToMake(new Date(Math.floor(until / HOUR_MS) * HOUR_MS)))
    await transaction((tx) => make(tx, "hour", at));
  for (const at of await readDaysToMake(new Date(Math.floor(until / DAY_MS) * DAY_MS)))
    await transaction((tx) => make(tx, "day", at));
}

/** The table of each span, the one that it is made from, and its length, in SQL. */
const INTO = { hour: "telemetry_hour", day: "telemetry_day" } as const;
const FROM = { hour: "telemetry_minute", day: "telemetry_hour" } as const;
const LENGTH = { hour: "1 hour", day: "24 hours" } as const;

async function make(tx: Tx, span: keyof typeof INTO, at: Date): Promise<void> {
  const nodes = await tx.query<{ id: number }>(
    `select distinct node_id as id from ${FROM[span]}
     where at >= $1 and at < $1::timestamptz + interval '${LENGTH[span]}' order by 1`,
    [at],
  );
  for (const ids of parts(nodes.map(({ id }) => id))) {
    const rows = await tx.query<Row>(
      `select node_id, samples, node::text as node, gpus::text as gpus, errors::text as errors from ${FROM[span]}
       where node_id = any($2::int[]) and at >= $1 and at < $1::timestamptz + interval '${LENGTH[span]}'`,
      [at, ids],
    );
    await tx.query(
      `insert into ${INTO[span]} (node_id, at, samples, node, gpus, errors)
       select m.node_id, $1, m.samples, m.node::int[], m.gpus::smallint[], m.errors::int[]
       from unnest($2::int[], $3::int[], $4::text[], $5::text[], $6::text[]) as m(node_id, samples, node, gpus, errors)
       on conflict (node_id, at) do update set samples = excluded.samples, node = excluded.node, gpus = excluded.gpus,
         errors = excluded.errors`,
      [at, ...columnsOf(rows)],
    );
  }
}

function parts(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / NODES_AT_ONCE) }, (_, place) =>
    ids.slice(place * NODES_AT_ONCE, (place + 1) * NODES_AT_ONCE),
  );
}

/** Merges the rows of each node, as columns of a statement. */
function columnsOf(rows: readonly Row[]) {
  const merged = [...groupBy(rows, ({ node_id }) => node_id)].map(([nodeId, own]) => {
    const lists = own.map(({ samples, node, gpus, errors }) => ({
      ...{ samples, node: readList(node), gpus: readList(gpus), errors: readErrors(errors) },
    }));
    return { nodeId, ...mergedRows(lists) };
  });
  return [
    merged.map(({ nodeId }) => nodeId),
    merged.map(({ samples }) => samples),
    merged.map(({ node }) => listText(node)),
    merged.map(({ gpus }) => listText(gpus)),
    merged.map(({ errors }) => errors && listText(errors)),
  ];
}

/** Hours before `until` that have minutes and are later than the last hour, oldest first. */
async function readHoursToMake(until: Date): Promise<Date[]> {
  const rows = await db.query<{ at: Date }>(
    `select h.at from generate_series((select date_trunc('hour', min(at), 'UTC') from telemetry_minute
         where at >= coalesce((select max(at) from telemetry_hour) + interval '1 hour', '-infinity')),
       $1::timestamptz - interval '1 hour', interval '1 hour') as h(at)
     where exists (select from telemetry_minute m where m.at >= h.at and m.at < h.at + interval '1 hour') order by h.at`,
    [until],
  );
  return rows.map(({ at }) => at);
}

async function readDaysToMake(until: Date): Promise<Date[]> {
  const rows = await db.query<{ at: Date }>(
    `select d.at from generate_series((select date_trunc('day', min(at), 'UTC') from telemetry_hour
         where at >= coalesce((select max(at) from telemetry_day) + interval '24 hours', '-infinity')),
       $1::timestamptz - interval '24 hours', interval '24 hours') as d(at)
     where exists (select from telemetry_hour h where h.at >= d.at and h.at < d.at + interval '24 hours') order by d.at`,
    [until],
  );
  return rows.map(({ at }) => at);
}

/** Deletes minutes after 24 hours, hours after 30 days and days after 13 months. Whole hours go, once they are over. */
export async function pruneTelemetry({ now }: { now: Date }): Promise<void> {
  await db.query(
    `delete from telemetry_minute where at < date_trunc('hour', $1::timestamptz, 'UTC') - interval '24 hours'`,
    [now],
  );
  await db.query(
    `delete from telemetry_hour where at < date_trunc('day', $1::timestamptz, 'UTC') - interval '30 days'`,
    [now],
  );
  await db.query(
    `delete from telemetry_day where at < date_trunc('day', $1::timestamptz, 'UTC') - interval '13 months'`,
    [now],
  );
}
