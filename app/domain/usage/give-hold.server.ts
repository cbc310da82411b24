import { randomUUID } from "node:crypto";
import { type Tx, transaction } from "~/db.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { findEventUsers } from "./find-event-users.server";

interface AskedHold {
  /** An email or a tenant name. */
  user: string;
  coins: number;
  ttlS: number;
  /** Only users of this tenant; null: of any. */
  ofTenant: number | null;
  now: Date;
}

interface GivenHold {
  hold: string;
  coins: number;
  expiresAt: Date;
  /** Coins that are left below the hard limit; null without one. */
  left: number | null;
}

const NOT_ENOUGH = "The monthly limit of coins does not cover this.";

/**
 * Sets coins aside before a call. A tenant with a hard limit gets no more than is left of it: the coins of the month, of all
 * open holds and of this one never pass it, however many ask at once. Anybody else always gets it.
 * @throws Refusal 402 with what is left; of an unknown user.
 */
export async function giveHold({ user, coins, ttlS, ofTenant, now }: AskedHold): Promise<GivenHold> {
  return await transaction(async (tx) => {
    const found = (await findEventUsers(tx, [user])).get(user);
    if (!found || (ofTenant !== null && found.tenantId !== ofTenant)) throw Refusal.ofField("user", M.noUserWithEmail);
    const { userId, tenantId } = found;
    const left = await leftBelowLimit(tx, tenantId, now);
    if (left !== null && left < BigInt(coins))
      throw new Refusal(NOT_ENOUGH, { status: 402, body: { left: Math.max(0, Number(left)) } });
    const hold = randomUUID();
    const expiresAt = new Date(now.getTime() + ttlS * 1000);
    await tx.prepared.query(
      `insert into usage_hold (id, tenant_id, user_id, coins, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)`,
      [hold, tenantId, userId, coins, now, expiresAt],
    );
    return { hold, coins, expiresAt, left: left === null ? null : Number(left) - coins };
  });
}

/** Null without a hard limit. Who has one waits here for whoever asks for a hold of the same tenant. */
async function leftBelowLimit(tx: Tx, tenantId: number, now: Date): Promise<bigint | null> {
  const [budget] = await tx.prepared.query<{ coins: bigint }>(
    `select coins from coin_budget where tenant_id = $1 and hard for no key update`,
    [tenantId],
  );
  if (!budget) return null;
  // A clock ahead may have begun the next month in the meter: this one's coins are then in the sums and the events after them.
  const [used] = await tx.prepared.query<{ coins: bigint }>(
    `with asked as (select date_trunc('month', $2::timestamptz, 'UTC') as month)
     select (coalesce((
         select case
           when m.month = (a.month at time zone 'UTC')::date then m.month_coins
           when m.month < (a.month at time zone 'UTC')::date then 0
           else coalesce((select sum(u.coins) from usage_by_user u
                 where u.grain = 'month' and u.tenant_id = $1 and u.at = a.month), 0)
             + coalesce((select sum(e.coins) from usage_event e
                 where e.id > (select event_id from usage_cursor where id = 1) and e.tenant_id = $1
                   and e.ts >= a.month and e.ts < a.month + interval '1 month'), 0) end
         from coin_meter m where m.tenant_id = $1), 0)
       + coalesce((select sum(h.coins) from usage_hold h
           where h.tenant_id = $1 and h.settled_at is null and h.expires_at > $2), 0))::bigint as coins
     from asked a`,
    [tenantId, now],
  );
  return budget.coins - (used?.coins ?? 0n);
}
