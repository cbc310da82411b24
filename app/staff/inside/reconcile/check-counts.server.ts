import { sweep } from "~/platform/db.server";
import { type Check, type CheckFigure, figure, type FoundDifference } from "./check-outcome";

/** How many wrong rows of a table are named; the check's figure has their number. */
const NAMED = 20;

interface WrongCount {
  subject: string;
  /** `column is 3, of the rows 2` for each difference. */
  text: string;
  /** The number of wrong rows in the table. */
  wrong: number;
}

/**
 * Compares stored counts with the rows that they count. Scans all rows, which takes seconds with a million users:
 * nightly only. Each statement reads one snapshot, so that concurrent writes are no difference.
 */
export const checkCounts: Check = async () =>
  await sweep(async (connection) => {
    const figures: CheckFigure[] = [];
    const differences: FoundDifference[] = [];
    for (const count of COUNTS) {
      const rows = await connection.query<WrongCount>(compared(count));
      const { table } = count;
      figures.push(figure(`Wrong ${table}`, rows[0]?.wrong ?? 0));
      differences.push(
        ...rows.map(({ subject, text }) => ({ kind: table, subject, text: `${table} of ${subject}: ${text}.` })),
      );
    }
    return { figures, differences };
  });

interface Count {
  table: string;
  /** The name of a count for people, from its columns. */
  of: string;
  /** SQL for the columns and numbers: as stored, and as counted. */
  kept: string;
  counted: string;
}

const COUNTS: Count[] = [
  {
    table: "user_count",
    of: `concat_ws(', ', key->>'role', key->>'state', key->>'status')`,
    kept: `select jsonb_build_object('role', role, 'state', state, 'status', status) as key,
        jsonb_build_object('users', sum(users)) as numbers
      from user_count group by role, state, status`,
    counted: `select jsonb_build_object('role', role, 'state', state, 'status', codify_subscription_status) as key,
        jsonb_build_object('users', count(*)) as numbers
      from user_account group by role, state, codify_subscription_status`,
  },
  {
    table: "active_count",
    of: `key->>'day'`,
    kept: `select jsonb_build_object('day', day) as key,
        jsonb_build_object('active', sum(active), 'last_seen', sum(last_seen)) as numbers
      from active_count group by day`,
    // Deleted users stay counted in their days, and are nobody's last day.
    counted: `select jsonb_build_object('day', day) as key,
        jsonb_build_object('active', sum(active), 'last_seen', sum(last_seen)) as numbers
      from (
        select day, count(*) as active, 0 as last_seen from active_day group by day
        union all select day, users, 0 from active_gone
        union all select day, 0, count(*) from user_seen where day > '2000-01-01' group by day) days
      group by day`,
  },
  {
    table: "sign_up_day",
    of: `concat_ws(', ', key->>'day', key->>'source', case when (key->>'pro')::boolean then 'PRO' else 'FREE' end)`,
    // Deleted users have no row.
    kept: `select jsonb_build_object('day', day, 'source', source, 'pro', pro) as key,
        to_jsonb(d) - '{day,source,pro,removed}'::text[] as numbers
      from sign_up_day d`,
    counted: `select jsonb_build_object('day', (c).day, 'source', (c).source, 'pro', (c).pro) as key,
        jsonb_build_object('users', sum((c).users), 'confirmed', sum((c).confirmed), 'with_key', sum((c).with_key),
          'with_task', sum((c).with_task), 'with_topup', sum((c).with_topup), 'with_second', sum((c).with_second),
          'paying', sum((c).paying), 'paid_units', sum((c).paid_units)) as numbers
      from (select sign_up_counts(s) as c from sign_up s where s.customer offset 0) counted
      group by (c).day, (c).source, (c).pro`,
  },
  {
    table: "promo_day",
    of: `concat_ws(', ', key->>'day', key->>'code')`,
    kept: `select jsonb_build_object('day', day, 'code', code) as key, to_jsonb(d) - '{day,code}'::text[] as numbers
      from promo_day d`,
    counted: `select jsonb_build_object('day', (at at time zone 'UTC')::date, 'code', code) as key,
        jsonb_build_object('redeemed', count(*), 'given_units', sum(given_units), 'topped_up', count(topped_up_at),
          'subscribed', count(subscribed_at)) as numbers
      from promo_redemption group by (at at time zone 'UTC')::date, code`,
  },
];

/** Compares stored and counted numbers; a missing row counts as 0. */
function compared(count: Count): string {
  return `with
    kept as (${count.kept}),
    counted as (${count.counted}),
    numbers as (
      select ${count.of} as subject, name, coalesce((k.numbers->>name)::numeric, 0) as stands,
        coalesce((c.numbers->>name)::numeric, 0) as should_be
      from kept k full join counted c using (key), jsonb_object_keys(coalesce(k.numbers, c.numbers)) name),
    wrong as (
      select subject, string_agg(name || ' is ' || stands || ', of the rows ' || should_be, '; ' order by name) as text
      from numbers where stands <> should_be group by subject)
    select subject, text, (count(*) over ())::int as wrong from wrong order by subject limit ${NAMED}`;
}
