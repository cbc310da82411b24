import { findUsers, type FoundUsers, LIST_MAX } from "./find-users.server";
import { type ListedUser, readUsers } from "./read-users.server";
import { COUNTED_MAX, rarePart, searchUsers } from "./inside/users/search-users.server";
import { EVERYONE, searchText, type UserFilter, type UserSort } from "./user-filter";
import { type Cursor, walkOn } from "./inside/users/walk-users.server";

/** Documented lists (3.6): customers by subscription, users of a role, all users. */
export const USER_LISTS = ["pro", "free", "customer", "support", "operator", "admin", "all"] as const;
export type UserList = (typeof USER_LISTS)[number];

const STEPS = 5_000;
const ROWS_AT_ONCE = 500;

export interface UsersPage extends Omit<FoundUsers, "ids"> {
  rows: ListedUser[];
}

/** The filter of a documented list: part of a name or email. */
export function listFilter(list: UserList, filter: string): UserFilter {
  const q = searchText(filter);
  if (list === "all") return { ...EVERYONE, q };
  if (list === "pro" || list === "free") return { ...EVERYONE, q, list };
  return { ...EVERYONE, q, role: list };
}

/** Lists a page of users, newest first by default. */
export async function listUsers(given: Parameters<typeof findUsers>[0]): Promise<UsersPage> {
  const { ids, ...found } = await findUsers(given);
  return { ...found, rows: await readUsers(ids) };
}

interface AllUsers {
  filter: UserFilter;
  sort: UserSort;
  /** The most users to yield; all by default. */
  limit?: number;
  now: Date;
}

/** Yields all matching users in order, reading a few hundred at a time. */
export async function* eachUser({ filter, sort, limit = Infinity, now }: AllUsers): AsyncGenerator<ListedUser> {
  let left = limit;
  for await (const ids of idsOf({ filter, sort, limit, now })) {
    for (let from = 0; from < ids.length && left > 0; from += ROWS_AT_ONCE) {
      const rows = await readUsers(ids.slice(from, from + Math.min(ROWS_AT_ONCE, left)));
      yield* rows;
      left -= rows.length;
    }
    if (left <= 0) return;
  }
}

/** The newest matching users, as many as a list holds (3.6). */
export function eachListed(filter: UserFilter, now: Date): AsyncGenerator<ListedUser> {
  return eachUser({ filter, sort: "newest", limit: LIST_MAX, now });
}

async function* idsOf({ filter, sort, now }: AllUsers): AsyncGenerator<number[]> {
  if (filter.q !== "" || rarePart(filter) !== null) {
    const searched = await searchUsers({ filter, sort, offset: 0, limit: COUNTED_MAX, now });
    if (searched.found <= COUNTED_MAX) return yield searched.ids;
  }
  let after: Cursor | null = null;
  for (;;) {
    const part: Awaited<ReturnType<typeof walkOn>> = await walkOn({ filter, sort, steps: STEPS, after, now });
    yield part.ids;
    if (part.last === null) return;
    after = part.last;
  }
}
