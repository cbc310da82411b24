import { db } from "~/platform/db.server";
import { utc } from "~/platform/record";
import { type BillingEvent, listBillingEvents } from "~/money/list-billing-events.server";

const NEWEST = 500;

export interface Reservation {
  resv_guid: string;
  cluster_name: string;
  tenant_image: string;
  gpu_type: string;
  gpus_min: number;
  /** Epoch seconds; 0 while it is active. */
  ts_finished: number;
}

export interface UserComment {
  id: number;
  name: string;
  body: string;
  votes: number;
  created_at: string;
}

interface UserStats {
  reservations: Reservation[];
  billing_events: BillingEvent[];
  comments: UserComment[];
}

/**
 * The answer of `GET /users/get_stats/{user_id}` without retcode: the newest 500 tasks and events, and all comments
 * (3.6).
 */
export async function readUserStats(asked: { userId: number; tenantId: number }): Promise<UserStats> {
  const { userId, tenantId } = asked;
  const [reservations, billing_events, comments] = await Promise.all([
    db.query<Reservation>(
      `select t.resv_guid, t.cluster_name, t.tenant_image, t.gpu_type, t.gpus_min,
         coalesce(floor(extract(epoch from t.finished_at)), 0)::int as ts_finished
       from task t where t.tenant_id = $1 order by t.accepted_at desc, t.resv_guid limit ${NEWEST}`,
      [tenantId],
    ),
    listBillingEvents({ tenantId, limit: NEWEST }),
    listComments({ userId }),
  ]);
  return { reservations, billing_events, comments };
}

/** Staff's comments about a user, oldest first. */
export async function listComments({ userId }: { userId: number }): Promise<UserComment[]> {
  return await db.query<UserComment>(
    `select c.id, a.name, c.body, count(v.user_id)::int as votes,
       ${utc("c.created_at")} as created_at
     from user_comment c join user_account a on a.id = c.author_id
     left join comment_vote v on v.comment_id = c.id
     where c.user_id = $1 group by c.id, a.name order by c.created_at, c.id`,
    [userId],
  );
}
