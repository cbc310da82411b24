import { db } from "~/db.server";
import { likePattern } from "./search-words";
import { seenDays } from "./seen-days";
import type { UserFilter, UserSort } from "./user-filter";

/** Where a walk goes on: after the last row that was looked at. */
export interface Cursor {
  key: string;
  id: number;
}

export interface Walk {
  filter: UserFilter;
  sort: UserSort;
  /** How many rows are looked at, in the order of the sort. */
  steps: number;
  /** Of those found, which are answered. */
  offset: number;
  limit: number;
  after?: Cursor | null;
  now: Date;
}

export interface Walked {
  /** Less than `steps`: that was all of them. */
  walked: number;
  found: number;
  ids: number[];
  lastKey: string | null;
  lastId: number | null;
}

/**
 * Looks at that many users in the order of an index and answers those that the filter wants: quick where many are wanted,
 * whatever is asked for.
 */
export async function walkUsers(walk: Walk): Promise<Walked> {
  const { filter, sort, steps, offset, limit, after = null, now } = walk;
  const [row] = await db.query<Walked>(
    `with looked_at as materialized (${lookedAt(sort)})
     select coalesce((select max(place) from looked_at), 0) as walked,
       (select count(*) from looked_at where wanted)::int as found,
       array(select user_id from looked_at where wanted order by place, user_id desc offset $15 limit $16) as ids,
       (select key::text from looked_at order by place desc limit 1) as "lastKey",
       (select id from looked_at order by place desc limit 1) as "lastId"`,
    [...wantedValues(filter, now), offset, limit, steps, after?.key ?? null, after?.id ?? null],
  );
  if (!row) throw new Error("a walk gave no answer");
  return row;
}

/** Values $1 to $14 of `IS_WANTED`. */
export function wantedValues(filter: UserFilter, now: Date): unknown[] {
  const { role, state, status, source, country, list } = filter;
  const seen = seenDays(filter.seen, now);
  return [
    ...[likePattern(filter.q), filter.fields, role || null, state || null, status || null],
    ...[source || null, country || null, list, seen?.from ?? null, seen?.to ?? null],
    ...[filter.debt || null, filter.low || null],
    ...[filter.registered?.start ?? null, filter.registered?.end ?? null],
  ];
}

const LIKE = `('n' = any($2::text[]) and s.name like $1 or 'e' = any($2) and s.email like $1
  or 't' = any($2) and s.tenant_name like $1)`;

/** Whether row `s` was made on one of the days $13 to $14, in UTC. */
export const IS_REGISTERED = `($13::date is null or s.created_at >= $13::date::timestamp at time zone 'UTC'
  and s.created_at < ($14::date + 1)::timestamp at time zone 'UTC')`;

/** Whether row `s` of user_search is wanted. Each part that is not asked for is gone before the statement is planned. */
export const IS_WANTED = `($1::text is null or ${LIKE})
  and ($3::text is null or s.role = $3) and ($4::text is null or s.state = $4) and ($5::text is null or s.status = $5)
  and ($6::text is null or s.source = $6) and ($7::text is null or s.country = $7) and ($8::text is null or s.list = $8)
  and ($9::date is null or (select d.day from user_seen d where d.user_id = s.user_id) between $9 and $10::date)
  and ($11::boolean is null or (select f.owed from tenant_figures f where f.tenant_id = s.tenant_id) > 0)
  and ($12::boolean is null or (select t.low_balance from tenant t where t.id = s.tenant_id) <> 'none')
  and ${IS_REGISTERED}`;

/** The next $17 rows after ($18, $19): whom each is about, whether they are wanted, and what the walk goes on by. */
function lookedAt(sort: UserSort): string {
  return sort === "newest"
    ? NEWEST_FIRST
    : sort === "seen"
      ? byOther(SEEN_LAST, "s.user_id = ordered.id")
      : byFigure(sort === "balance" ? "balance" : "spend");
}

const NEWEST_FIRST = `
  select *, row_number() over ()::int as place from (
    select s.user_id, coalesce(${IS_WANTED}, false) as wanted, s.created_at as key, s.user_id as id from user_search s
    where ($8::text is null or s.list = $8) and ${IS_REGISTERED}
      and ($18::text is null or (s.created_at, s.user_id) < ($18::timestamptz, $19::int))
    order by s.created_at desc, s.user_id desc limit $17) looked_at`;

const SEEN_LAST = `
  select d.day as key, d.user_id as id from user_seen d
  where ($9::date is null or d.day between $9 and $10::date)
    and ($18::text is null or (d.day, d.user_id) < ($18::date, $19::int))
  order by d.day desc, d.user_id desc limit $17`;

function byFigure(column: "balance" | "spend"): string {
  return byOther(
    `select f.${column} as key, f.tenant_id as id from tenant_figures f
     where ($18::text is null or (f.${column}, f.tenant_id) < ($18::bigint, $19::int))
     order by f.${column} desc, f.tenant_id desc limit $17`,
    "s.tenant_id = ordered.id",
  );
}

/** The users of another table's rows in their order. `offset 0` has each looked up by itself, instead of all in advance. */
function byOther(ordered: string, whose: string): string {
  return `
    select found.user_id, coalesce(found.wanted, false) as wanted, ordered.key, ordered.id, ordered.place
    from (select *, row_number() over ()::int as place from (${ordered}) rows) ordered
    left join lateral (
      select s.user_id, ${IS_WANTED} as wanted from user_search s where ${whose} offset 0) found on true`;
}
