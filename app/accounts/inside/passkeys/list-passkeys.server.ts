import { db } from "~/platform/db.server";

/** A passkey, for its owner. Times are epoch seconds. */
export interface ShownPasskey {
  id: number;
  name: string;
  /** True if it is synced, and so survives the loss of its device. */
  backedUp: boolean;
  createdTs: number;
  usedTs: number | null;
}

/** The user's passkeys, oldest first; the number is limited. */
export async function listPasskeys({ userId }: { userId: number }): Promise<ShownPasskey[]> {
  return await db.query<ShownPasskey>(
    `select id, name, backed_up as "backedUp", floor(extract(epoch from created_at))::float8 as "createdTs",
       floor(extract(epoch from used_at))::float8 as "usedTs"
     from passkey where user_id = $1 order by created_at, id`,
    [userId],
  );
}
