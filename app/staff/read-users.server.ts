import { USER } from "~/accounts/find-user.server";
import { db } from "~/platform/db.server";
import type { Row } from "~/platform/record";
import { NEVER } from "./inside/users/seen-days";

/** A user in lists. */
export interface ListedUser extends Row<typeof USER> {
  source: string;
  country: string;
  /** Figures of the last hour, in units: balance less debt, and the charges of 30 days. */
  balance: bigint;
  spend: bigint;
  /** The words by which staff group them. */
  tags: string[];
  /** The last active day, `YYYY-MM-DD`; null: never. */
  seen: string | null;
}

/** Reads these users in this order; omits deleted ones. */
export async function readUsers(ids: readonly number[]): Promise<ListedUser[]> {
  return await db.query<ListedUser>(
    `select ${USER.columns}, u.source, t.country, coalesce(f.balance, 0)::bigint as balance,
       array(select g.tag from tenant_tag g where g.tenant_id = t.id order by g.tag) as tags,
       coalesce(f.spend, 0)::bigint as spend, to_char(nullif(d.day, $2::date), 'YYYY-MM-DD') as seen
     from unnest($1::int[]) with ordinality as asked(id, place)
     join user_account u on u.id = asked.id join tenant t on t.id = u.tenant_id
     left join tenant_figures f on f.tenant_id = t.id left join user_seen d on d.user_id = u.id
     order by asked.place`,
    [ids, NEVER],
  );
}
