import { db } from "~/platform/db.server";
import { NEVER } from "./inside/users/seen-days";

export interface ListedUser {
  id: number;
  name: string;
  /** Empty after the account is closed. */
  email: string;
  provider: string;
  codify_subscription_status: string;
  /** Epoch seconds, and the same in ISO 8601. */
  created: number;
  created_at: string;
  tenant_name: string;
  role: string;
  state: string;
  source: string;
  country: string;
  /** Figures of the last hour, in units: balance less debt, and the charges of 30 days. */
  balance: bigint;
  spend: bigint;
  /** The last active day, `YYYY-MM-DD`; null: never. */
  seen: string | null;
}

/** Reads these users in this order; omits deleted ones. */
export async function readUsers(ids: readonly number[]): Promise<ListedUser[]> {
  return await db.query<ListedUser>(
    `select u.id, u.name, coalesce(u.email, '') as email, u.provider, u.codify_subscription_status,
       floor(extract(epoch from u.created_at))::float8 as created,
       to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
       t.tenant_name, u.role, u.state, u.source, t.country, coalesce(f.balance, 0)::bigint as balance,
       coalesce(f.spend, 0)::bigint as spend, to_char(nullif(d.day, $2::date), 'YYYY-MM-DD') as seen
     from unnest($1::int[]) with ordinality as asked(id, place)
     join user_account u on u.id = asked.id join tenant t on t.id = u.tenant_id
     left join tenant_figures f on f.tenant_id = t.id left join user_seen d on d.user_id = u.id
     order by asked.place`,
    [ids, NEVER],
  );
}
