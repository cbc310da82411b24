import { db } from "~/db.server";

/** A passkey as its owner sees it. Times in epoch seconds. */
export interface ShownPasskey {
  id: number;
  name: string;
  /** Whether it is synchronised, and so survives the loss of its device. */
  backedUp: boolean;
  createdTs: number;
  usedTs: number | null;
}

/** The oldest first; there are never many. */
export async function listPasskeys({ userId }: { userId: number }): Promise<ShownPasskey[]> {
  return await db.query<ShownPasskey>(
    `select id, name, backed_up as "backedUp", floor(extract(epoch from created_at))::float8 as "createdTs",
       floor(extract(epoch from used_at))::float8 as "usedTs"
     from passkey where user_id = $1 order by created_at, id`,
    [userId],
  );
}
