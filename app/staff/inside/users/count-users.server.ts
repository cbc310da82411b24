import { db } from "~/platform/db.server";
import type { CustomerList, UserFilter } from "~/staff/user-filter";

interface UserKind {
  role: string;
  state: string;
  status: string;
  list: string;
  users: number;
}

export interface UserCounts {
  /** Users with the filter's roles, states, subscription statuses and list, ignoring its other fields. */
  users: number;
  /** True if the filter has no other fields. */
  exact: boolean;
  /** Number of users in the scanned list. */
  ofList: number;
}

/** Counts the users that a filter can match, from the counts by kind. */
export async function countUsers(filter: UserFilter): Promise<UserCounts> {
  const kinds = await db.query<UserKind>(
    `select role, state, status, user_list(role, state, status) as list, sum(users)::int as users
     from user_count group by role, state, status`,
  );
  const { q, source, country, seen, debt, low, tag, registered, list, role, state, status } = filter;
  const ofList = kinds.filter((kind) => list === null || kind.list === list);
  const wanted = ofList.filter(
    (kind) =>
      (role === "" || kind.role === role) &&
      (state === "" || kind.state === state) &&
      (status === "" || kind.status === status),
  );
  return {
    users: sum(wanted),
    exact: q === "" && source === "" && country === "" && seen === "" && !debt && !low && tag === "" && !registered,
    ofList: sum(ofList),
  };
}

/** Counts the customers of each list (A11). */
export async function countCustomers(): Promise<Record<CustomerList, number>> {
  const rows = await db.query<{ list: string; users: number }>(
    `select user_list(role, state, status) as list, sum(users)::int as users from user_count group by 1`,
  );
  const of = (list: CustomerList) => rows.find((row) => row.list === list)?.users ?? 0;
  return { pro: of("pro"), free: of("free") };
}

function sum(kinds: UserKind[]): number {
  return kinds.reduce((users, kind) => users + kind.users, 0);
}
