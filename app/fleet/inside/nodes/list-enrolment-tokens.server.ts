import { db } from "~/platform/db.server";

/** An unused token; the token itself is not stored and cannot be shown again (6.7). */
export interface OpenToken {
  id: number;
  cluster_name: string;
  /** Name of the admin, or '–' if the admin was deleted. */
  made_by: string;
  /** Epoch seconds. */
  created_ts: number;
  expires_ts: number;
}

/** Lists the valid enrolment tokens, newest first. */
export async function listEnrolmentTokens({ now }: { now: Date }): Promise<OpenToken[]> {
  return await db.query<OpenToken>(
    `select e.id, e.cluster_name, coalesce(u.name, '–') as made_by,
       floor(extract(epoch from e.created_at))::int as created_ts,
       floor(extract(epoch from e.expires_at))::int as expires_ts
     from enrolment_token e left join user_account u on u.id = e.created_by_id
     where e.used_at is null and e.withdrawn_at is null and e.expires_at > $1
     order by e.created_at desc, e.id desc`,
    [now],
  );
}
