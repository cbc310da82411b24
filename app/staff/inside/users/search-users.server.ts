import { db } from "~/platform/db.server";
import { wordsQuery } from "./search-words";
import type { UserFilter, UserSort } from "~/staff/user-filter";
import { IS_REGISTERED, IS_WANTED, wantedValues } from "./walk-users.server";

/** The most users that are counted exactly. */
export const COUNTED_MAX = 20_000;

export interface Searched {
  /** At most `COUNTED_MAX` and one. */
  found: number;
  ids: number[];
}

/**
 * Finds all matching users by the index of the filter's rarest part, in sorted order; fast for few matches. Beyond
 * `COUNTED_MAX` the result is incomplete and must not be used.
 */
export async function searchUsers(given: {
  filter: UserFilter;
  sort: UserSort;
  offset: number;
  limit: number;
  now: Date;
}): Promise<Searched> {
  const { filter, sort, offset, limit, now } = given;
  const words = wordsQuery(filter);
  const by = indexOf(filter, words !== null);
  const [row] = await db.query<Searched>(
    // All variants use the words, so that all take the same values.
    `with asked as (select $words::tsquery as words), found as materialized (
       select s.user_id, ${keyOf(sort)} as key from ${sourceOf(by)} and ${IS_WANTED} limit ${COUNTED_MAX} + 1)
     select (select count(*) from found)::int as found,
       array(select user_id from found order by key desc, user_id desc offset $offset limit $limit) as ids`,
    { ...wantedValues(filter, now), offset, limit, words },
  );
  if (!row) throw new Error("a search gave no answer");
  return row;
}

type Index = "debt" | "low" | "tag" | "words" | "seen" | "registered";

/** The part of a filter that few users match and an index finds; null: a walk may find the first ones sooner. */
export function rarePart({ debt, low, tag }: UserFilter): "debt" | "low" | "tag" | null {
  if (debt) return "debt";
  if (low) return "low";
  return tag === "" ? null : "tag";
}

/** The part of a filter that has the rarest rows. */
function indexOf(filter: UserFilter, hasWords: boolean): Index {
  const rare = rarePart(filter);
  if (rare) return rare;
  if (hasWords) return "words";
  return filter.seen === "" ? "registered" : "seen";
}

/** The sort key, from row `s` of user_search. */
function keyOf(sort: UserSort): string {
  return sort === "newest"
    ? "s.created_at"
    : sort === "seen"
      ? "(select d.day from user_seen d where d.user_id = s.user_id)"
      : `(select f.${sort === "balance" ? "balance" : "spend"} from tenant_figures f where f.tenant_id = s.tenant_id)`;
}

const WORDS = "s.name, s.email, s.tenant_name, s.role, s.state, s.status, s.source, s.country, s.list";

/** The source of the look-up: a part of the filter that has an index. */
function sourceOf(by: Index): string {
  return by === "words"
    ? `user_search s where user_words(${WORDS}) @@ $words::tsquery`
    : by === "debt"
      ? `tenant_figures owing join user_search s on s.tenant_id = owing.tenant_id where owing.owed > 0`
      : by === "low"
        ? `tenant warned join user_search s on s.tenant_id = warned.id where warned.low_balance <> 'none'`
        : by === "tag"
          ? `tenant_tag tagged join user_search s on s.tenant_id = tagged.tenant_id where tagged.tag = $tag`
          : by === "registered"
            ? `user_search s where ${IS_REGISTERED}`
            : `user_seen there join user_search s on s.user_id = there.user_id
           where there.day between $seenFrom::date and $seenUntil::date`;
}
