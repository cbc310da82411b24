import { db } from "./db.server";

const NEWEST = 20;

/** A user's action on their own account's secrets. */
export interface OwnAct {
  id: string;
  /** Epoch seconds. */
  ts: number;
  action: string;
  /** The object, for example a key's name; empty if there is only one. */
  what: string;
}

/** Lists a user's latest actions. */
export async function listOwnActs({ userId }: { userId: number }): Promise<OwnAct[]> {
  return await db.query<OwnAct>(
    `select r.id::text as id, floor(extract(epoch from r.at))::float8 as ts, r.action,
       coalesce(r.after ->> 'name', r.before ->> 'name', r.after ->> 'client', '') as what
     from audit_row r where r.user_id = $1 and r.target = 'user:' || $1::int
     order by r.at desc, r.id desc limit ${NEWEST}`,
    [userId],
  );
}
