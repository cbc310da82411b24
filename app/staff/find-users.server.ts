import { countUsers } from "./inside/users/count-users.server";
import { COUNTED_MAX, rarePart, searchUsers } from "./inside/users/search-users.server";
import type { UserFilter, UserSort } from "./user-filter";
import { walkUsers } from "./inside/users/walk-users.server";

/** The most users of a list, newest first (3.6). */
export const LIST_MAX = 10_000;
export const PAGE_SIZE = 25;

/** Rows to read before the index is used; fewer if each row needs more than one step. */
const STEPS = 6_000;
const LONGER_STEPS = 3_000;
/** The most rows read for filters that match too many users for the index. */
const STEPS_MAX = 400_000;
/**
 * The estimate from the first rows errs by about the square root of the matches; a scan that is too short is wasted.
 */
const SPREADS = 3;
/** Steps that a match by the index costs. */
const STEPS_PER_LOOKUP = 5;

interface Wanted {
  filter: UserFilter;
  sort: UserSort;
  page: number;
  size?: number;
  now: Date;
}

export interface FoundUsers {
  /** The users of this page, in order. */
  ids: number[];
  /** Number of matches; with `more`, a lower bound. */
  total: number;
  more: boolean;
  page: number;
  pages: number;
}

/**
 * Finds a page of the users that match a filter. With many matches, scanning the first users is fast; with few, the
 * index of their words is. The first rows decide which is used (decision 0181).
 */
export async function findUsers({ filter, sort, page, size = PAGE_SIZE, now }: Wanted): Promise<FoundUsers> {
  const { users, exact, ofList } = await countUsers(filter);
  const walk = async (steps: number) => {
    const walked = await walkUsers({ filter, sort, steps, offset: (page - 1) * size, limit: size, now });
    return { ...walked, whole: walked.walked < steps };
  };
  const search = () => searchUsers({ filter, sort, offset: (page - 1) * size, limit: size, now });
  const answer = ({ ids, found, whole }: { ids: number[]; found: number; whole: boolean }): FoundUsers => {
    const total = exact ? users : found;
    return { ids, total, more: !exact && !whole, page, pages: pagesOf(total, size) };
  };
  const last = (found: number) => pagesOf(found, size);
  // A page beyond the last shows the last.
  const clamped = async (found: number, again: () => Promise<{ ids: number[]; found: number }>) => {
    page = last(found);
    return answer({ ...(await again()), whole: true });
  };

  page = Math.min(page, exact ? last(users) : LIST_MAX / size);
  const wanted = page * size;
  if (rarePart(filter) === null) {
    const steps = isWholeList(filter, exact) ? wanted : sort === "newest" && filter.seen === "" ? STEPS : LONGER_STEPS;
    const first = await walk(steps);
    if (first.found >= wanted || (first.whole && page <= last(first.found))) return answer(first);
    if (first.whole) return await clamped(first.found, () => walk(steps));
    const share = first.found / steps;
    const needed = Math.ceil(((1 + SPREADS / Math.sqrt(first.found)) * wanted) / share);
    if (needed < Math.min(STEPS_MAX, share * ofList * STEPS_PER_LOOKUP)) {
      const longer = await walk(needed);
      if (longer.found >= wanted || longer.whole) return answer(longer);
    }
  }
  const searched = await search();
  if (searched.found <= COUNTED_MAX) {
    if (page > last(searched.found)) return await clamped(searched.found, search);
    return answer({ ...searched, whole: true });
  }
  return answer(await walk(STEPS_MAX));
}

/** Checks whether every row of the scan matches. */
function isWholeList({ role, state, status }: UserFilter, exact: boolean): boolean {
  return exact && role === "" && state === "" && status === "";
}

function pagesOf(users: number, size: number): number {
  return Math.max(1, Math.ceil(Math.min(users, LIST_MAX) / size));
}
