import { db } from "~/platform/db.server";
import { likePattern } from "./search-words";
import { seenDays } from "./seen-days";
import type { UserFilter, UserSort } from "~/staff/user-filter";

/** Place where a scan continues: after its last row. */
export interface Cursor {
  key: string;
  id: number;
}

export interface Walk {
  filter: UserFilter;
  sort: UserSort;
  /** Number of rows to scan, in sorted order. */
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
  const [row] = await db.query<Walked>(`select ${walkedBy(sort)}`, {
    ...wantedValues(filter, now),
    ...{ steps, offset, limit, afterKey: null, afterId: null },
  });
  if (!row) throw new Error("a walk gave no answer");
  return row;
}

/** The matches in the next rows, and where to continue: null after the last. */
export async function walkOn(walk: Walk & { after: Cursor | null }): Promise<{ ids: number[]; last: Cursor | null }> {
  const { filter, sort, steps, after, now } = walk;
  const rows = await db.query<Cursor & { userId: number | null; wanted: boolean }>(
    `select user_id as "userId", wanted, key::text, id from (${lookedAt(sort)}) looked_at
     order by looked_at.key desc, id desc, user_id desc`,
    { ...wantedValues(filter, now), steps, afterKey: after?.key ?? null, afterId: after?.id ?? null },
  );
  const ids = rows.flatMap(({ userId, wanted }) => (wanted && userId !== null ? [userId] : []));
  const { key, id } = rows.at(-1) ?? {};
  // Several users of a tenant are one step: fewer rows than steps mean that the end was reached.
  return { ids, last: rows.length < steps || key === undefined || id === undefined ? null : { key, id } };
}

/** Values of `IS_WANTED`; null for a part that is not filtered by. */
export function wantedValues(filter: UserFilter, now: Date) {
  const { fields, list, registered } = filter;
  const seen = seenDays(filter.seen, now);
  return {
    like: likePattern(filter.q),
    fields,
    role: filter.role || null,
    state: filter.state || null,
    status: filter.status || null,
    source: filter.source || null,
    country: filter.country || null,
    list,
    seenFrom: seen?.from ?? null,
    seenUntil: seen?.to ?? null,
    debt: filter.debt || null,
    low: filter.low || null,
    tag: filter.tag || null,
    registeredFrom: registered?.start ?? null,
    registeredUntil: registered?.end ?? null,
  };
}

const LIKE = `('n' = any($fields::text[]) and s.name like $like or 'e' = any($fields) and s.email like $like
  or 't' = any($fields) and s.tenant_name like $like)`;

/** SQL: row `s` was created on the days $registeredFrom to $registeredUntil, in UTC. */
export const IS_REGISTERED = `($registeredFrom::date is null or s.created_at >= $registeredFrom::date::timestamp at time zone 'UTC'
  and s.created_at < ($registeredUntil::date + 1)::timestamp at time zone 'UTC')`;

/** SQL: row `s` of user_search matches. Unused parts are removed before planning. */
export const IS_WANTED = `($like::text is null or ${LIKE})
  and ($role::text is null or s.role = $role) and ($state::text is null or s.state = $state) and ($status::text is null or s.status = $status)
  and ($source::text is null or s.source = $source) and ($country::text is null or s.country = $country) and ($list::text is null or s.list = $list)
  and ($seenFrom::date is null or (select d.day from user_seen d where d.user_id = s.user_id) between $seenFrom and $seenUntil::date)
  and ($debt::boolean is null or (select f.owed from tenant_figures f where f.tenant_id = s.tenant_id) > 0)
  and ($low::boolean is null or (select t.low_balance from tenant t where t.id = s.tenant_id) <> 'none')
  and ($tag::text is null or exists (select from tenant_tag g where g.tenant_id = s.tenant_id and g.tag = $tag))
  and ${IS_REGISTERED}`;

/** The next $steps rows after ($afterKey, $afterId): their users, whether they match, and the sort key. */
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
  coalesce((array_agg(user_id order by ${order}) filter (where wanted))[$offset::int + 1:$offset::int + $limit::int], '{}') as ids`;

const NEWEST_FIRST = `
  select s.user_id, coalesce(${IS_WANTED}, false) as wanted, s.created_at as key, s.user_id as id from user_search s
  where ($list::text is null or s.list = $list) and ${IS_REGISTERED}
    and ($afterKey::text is null or (s.created_at, s.user_id) < ($afterKey::timestamptz, $afterId::int))
  order by s.created_at desc, s.user_id desc limit $steps`;

const SEEN_LAST = `
  select d.day as key, d.user_id as id from user_seen d
  where ($seenFrom::date is null or d.day between $seenFrom and $seenUntil::date)
    and ($afterKey::text is null or (d.day, d.user_id) < ($afterKey::date, $afterId::int))
  order by d.day desc, d.user_id desc limit $steps`;

function byFigure(column: "balance" | "spend"): string {
  return byOther(
    `select f.${column} as key, f.tenant_id as id from tenant_figures f
     where ($afterKey::text is null or (f.${column}, f.tenant_id) < ($afterKey::bigint, $afterId::int))
     order by f.${column} desc, f.tenant_id desc limit $steps`,
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
