import { db, transaction } from "~/platform/db.server";

/** Longer than an attempt can take: if a worker dies, the next one takes over. */
const CLAIM_S = 60;
/** Endpoints per look-up. */
export const LOOK_AT = 500;
/** Concurrent tries of all workers per endpoint, and per tenant over all its endpoints with waiting deliveries. */
const AT_ONCE = 8;
const AT_ONCE_OF_TENANT = 24;

export interface Claimed {
  id: bigint;
  /** Number of the attempt: an answer that arrives after a takeover changes nothing. */
  attempt: number;
  /**
   * Number of the attempt in its series. It counts when its result is recorded: an attempt that dies with its worker
   * does not.
   */
  turn: number;
  endpointId: string;
  tenantId: number;
  url: string;
  slow: boolean;
  secret: string;
  oldSecret: string | null;
  oldSecretUntil: Date | null;
  messageId: string;
  payload: string;
}

/** Lists endpoints with waiting deliveries by id, after a given one; walks the index only. */
export async function findWaiting({ after }: { after: string | null }): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `with recursive waiting as (
       (select endpoint_id from webhook_delivery
        where state = 'waiting' and ($1::uuid is null or endpoint_id > $1) order by endpoint_id limit 1)
       union all
       select (select d.endpoint_id from webhook_delivery d
         where d.state = 'waiting' and d.endpoint_id > w.endpoint_id order by d.endpoint_id limit 1)
       from waiting w where w.endpoint_id is not null
     )
     select endpoint_id::text as id from waiting where endpoint_id is not null limit ${LOOK_AT}`,
    [after],
  );
  return rows.map(({ id }) => id);
}

/**
 * Claims the due deliveries of these endpoints, the longest due first: a few of each endpoint, and fewer if a tenant has
 * many, so that no tenant takes all slots. Claiming moves the next attempt, so that workers do not collide and a crash
 * only delays it (15.4).
 */
export async function claimDeliveries(given: {
  endpointIds: readonly string[];
  slow: boolean;
  places: number;
  now: Date;
}): Promise<Claimed[]> {
  const { endpointIds, slow, places, now } = given;
  if (endpointIds.length === 0 || places <= 0) return [];
  return await transaction(async (tx) => {
    // Workers claim in turn: each sees the running attempts of the others.
    await tx.query(`select pg_advisory_xact_lock(hashtext('claim deliveries'))`);
    return await tx.query<Claimed>(CLAIM, [endpointIds, slow, places, now]);
  });
}

/** An attempt runs if it was claimed and has no row yet; if its worker died, until the claim ends. */
const CLAIM = `with ends as (
    select id, slow,
      least(${AT_ONCE}, greatest(1, ${AT_ONCE_OF_TENANT} / count(*) over (partition by tenant_id))) as at_once
    from webhook_endpoint where id = any($1::uuid[]) and state = 'on'
  ), due as (
    select d.id from ends e
    cross join lateral (
      select count(*) as running from webhook_delivery r
      where r.endpoint_id = e.id and r.state = 'waiting' and r.attempts > 0
        and r.try_after > $4 and r.try_after <= $4::timestamptz + interval '${CLAIM_S} seconds'
        and not exists (select from webhook_attempt a where a.delivery_id = r.id and a.number = r.attempts)) b
    cross join lateral (
      select w.id, w.try_after from webhook_delivery w
      where w.endpoint_id = e.id and w.state = 'waiting' and w.try_after <= $4
      order by w.try_after, w.id limit greatest(0, e.at_once - b.running) for update skip locked) d
    where e.slow = $2 order by d.try_after, d.id limit $3
  )
  update webhook_delivery d set attempts = d.attempts + 1,
    try_after = $4::timestamptz + interval '${CLAIM_S} seconds'
  from due, webhook_endpoint e, webhook_message m
  where d.id = due.id and e.id = d.endpoint_id and m.id = d.message_id
  returning d.id, d.attempts as attempt, d.turn + 1 as turn, e.id as "endpointId", e.tenant_id as "tenantId", e.url, e.slow, e.secret,
    e.old_secret as "oldSecret", e.old_secret_until as "oldSecretUntil", 'msg_' || m.id as "messageId", m.payload`;
