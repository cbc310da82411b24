import { db } from "~/platform/db.server";
import { utc } from "~/platform/record";
import { findUsers } from "~/staff/find-users.server";
import { EVERYONE, searchText } from "~/staff/user-filter";

/** USER_SEARCH */
const ROWS = 50;

export interface UserInfo {
  /** Empty after the account is closed. */
  email: string;
  name: string;
  /** The last login or change, ISO 8601. */
  updated_at: string;
}

/** Users with that text in their name, or else in their email, newest first; none for an empty text (3.6). */
export async function searchUserInfo(given: { text: string; byName: boolean; now: Date }): Promise<UserInfo[]> {
  const q = searchText(given.text);
  if (q === "") return [];
  const filter = { ...EVERYONE, q, fields: [given.byName ? ("n" as const) : ("e" as const)] };
  const { ids } = await findUsers({ filter, sort: "newest", page: 1, size: ROWS, now: given.now });
  return await db.query<UserInfo>(
    `select u.name, coalesce(u.email, '') as email,
       ${utc("greatest(u.last_login_at, u.updated_at)")} as updated_at
     from unnest($1::int[]) with ordinality as asked(id, place) join user_account u on u.id = asked.id order by asked.place`,
    [ids],
  );
}
