import { db } from "~/platform/db.server";
import { likePattern } from "./search-words";
import { seenDays } from "./seen-days";
import type { UserFilter, UserSort } from "~/staff/user-filter";

/** Place where a walk continues: after its last row. */
export interface Cursor {
  key: string;
  id: number;
}

export interface Walk {
  filter: UserFilter;
  sort: UserSort;
  /** Number of rows to walk, in sorted order. */
  steps: number;
  now: Date;
}

export interface Walked {
  /** Fewer than `steps`: the end was reached. */
  walked: number;
  found: number;
  ids: number[];
}

/**
 * Walks the first users in an index's order and returns those that match, `limit` after `offset`: fast when many match.
 */
export async function walkUsers(walk: Walk & { offset: number; limit: number }): Promise<Walked> {
  const { filter, sort, steps, offset, limit, now } = walk;
  const [row] = await db.query<Walked>(`select ${walkedBy(sort)}`, [
    ...wantedValues(filter, now),
    ...[steps, null, null, offset, limit],
  ]);
  if (!row) throw new Error("a walk gave no answer");
  return row;
}

/** The matches in the next rows, and where to continue: null after the last. */
export async function walkOn(walk: Walk & { after: Cursor | null }): Promise<{ ids: number[]; last: Cursor | null }> {
  const { filter, sort, steps, after, now } = walk;
  const rows = await db.query<Cursor & { userId: number | null; wanted: boolean }>(
    `select user_id as "userId", wanted, key::text, id from (${lookedAt(sort)}) looked_at
     order by looked_at.key desc, id desc, user_id desc`,
    [...wantedValues(filter, now), steps, after?.key ?? null, after?.id ?? null],
  );
  const ids = rows.flatMap(({ userId, wanted }) => (wanted && userId !== null ? [userId] : []));
  const { key, id } = rows.at(-1) ?? {};
  // Several users of a tenant are one step, so fewer rows mean fewer steps.
  return { ids, last: rows.length < steps || key === undefined || id === undefined ? null : { key, id } };
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

/** SQL: row `s` was created on the days $13 to $14, in UTC. */
export const IS_REGISTERED = `($13::date is null or s.created_at >= $13::date::timestamp at time zone 'UTC'
  and s.created_at < ($14::date + 1)::timestamp at time zone 'UTC')`;

/** SQL: row `s` of user_search matches. Unused parts are removed before planning. */
export const IS_WANTED = `($1::text is null or ${LIKE})
  and ($3::text is null or s.role = $3) and ($4::text is null or s.state = $4) and ($5::text is null or s.status = $5)
  and ($6::text is null or s.source = $6) and ($7::text is null or s.country = $7) and ($8::text is null or s.list = $8)
  and ($9::date is null or (select d.day from user_seen d where d.user_id = s.user_id) between $9 and $10::date)
  and ($11::boolean is null or (select f.owed from tenant_figures f where f.tenant_id = s.tenant_id) > 0)
  and ($12::boolean is null or (select t.low_balance from tenant t where t.id = s.tenant_id) <> 'none')
  and ${IS_REGISTERED}`;

/** The next $15 rows after ($16, $17): their users, whether they match, and the sort key. */
function lookedAt(sort: UserSort): string {
  return sort === "newest" ? NEWEST_FIRST : byOtherSort(sort);
}

function byOtherSort(sort: UserSort): string {
  return sort === "seen"
    ? byOther(SEEN_LAST, "s.user_id = ordered.id")
    : byFigure(sort === "balance" ? "balance" : "spend");
}

/** SQL for one pass over the rows in sorted order; a tenant may have several users. */
function walkedBy(sort: UserSort): string {
  return sort === "newest"
    ? `count(*)::int as walked, ${found("key desc, id desc")} from (${NEWEST_FIRST}) looked_at`
    : `coalesce(max(place), 0) as walked, ${found("key desc, id desc, user_id desc")} from (${byOtherSort(sort)}) looked_at`;
}

const found = (order: string) => `(count(*) filter (where wanted))::int as found,
  coalesce((array_agg(user_id order by ${order}) filter (where wanted))[$18::int + 1:$18::int + $19::int], '{}') as ids`;

const NEWEST_FIRST = `
  select s.user_id, coalesce(${IS_WANTED}, false) as wanted, s.created_at as key, s.user_id as id from user_search s
  where ($8::text is null or s.list = $8) and ${IS_REGISTERED}
    and ($16::text is null or (s.created_at, s.user_id) < ($16::timestamptz, $17::int))
  order by s.created_at desc, s.user_id desc limit $15`;

const SEEN_LAST = `
  select d.day as key, d.user_id as id from user_seen d
  where ($9::date is null or d.day between $9 and $10::date)
    and ($16::text is null or (d.day, d.user_id) < ($16::date, $17::int))
  order by d.day desc, d.user_id desc limit $15`;

function byFigure(column: "balance" | "spend"): string {
  return byOther(
    `select f.${column} as key, f.tenant_id as id from tenant_figures f
     where ($16::text is null or (f.${column}, f.tenant_id) < ($16::bigint, $17::int))
     order by f.${column} desc, f.tenant_id desc limit $15`,
    "s.tenant_id = ordered.id",
  );
}

/** The users of another table's rows in order. `offset 0` makes the planner look up each, not all in advance. */
function byOther(ordered: string, whose: string): string {
  return `
    select found.user_id, coalesce(found.wanted, false) as wanted, ordered.key, ordered.id, ordered.place
    from (select *, row_number() over ()::int as place from (${ordered}) rows) ordered
    left join lateral (
      select s.user_id, ${IS_WANTED} as wanted from user_search s where ${whose} offset 0) found on true`;
}
