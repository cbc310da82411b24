import type { Tx } from "~/platform/db.server";
import { plainArray } from "~/usage/inside/intake/array-literal";
import type { PricedEvent } from "~/usage/inside/intake/write-events.server";

/**
 * Settles the holds that events name: the spent coins count from now on, the rest is released. It ignores unknown
 * holds and those of another tenant; their events count all the same. An expired hold reserves nothing any more, and
 * only notes what was spent.
 */
export async function settleHolds(tx: Tx, events: readonly PricedEvent[]): Promise<void> {
  const settling = events.filter(({ event }) => event.hold !== null);
  if (settling.length === 0) return;
  await tx.prepared.query(
    `with spent as (
       select hold_id, tenant_id, sum(coins)::bigint as coins, max(received_at) as at
       from unnest($1::uuid[], $2::int[], $3::bigint[], $4::bigint[]) as e(hold_id, tenant_id, coins, received_ms)
         cross join lateral (select to_timestamp(received_ms / 1000.0) as received_at) r
       group by hold_id, tenant_id
     ), held as (
       select h.id, s.coins, s.at from usage_hold h join spent s on s.hold_id = h.id and s.tenant_id = h.tenant_id
       order by h.id for no key update of h
     )
     update usage_hold h set settled_at = coalesce(h.settled_at, held.at), spent = coalesce(h.spent, 0) + held.coins
     from held where h.id = held.id`,
    [
      plainArray(settling.map(({ event }) => event.hold)),
      plainArray(settling.map(({ tenantId }) => tenantId)),
      plainArray(settling.map(({ coins }) => coins)),
      plainArray(settling.map(({ batch }) => batch.receivedAt.getTime())),
    ],
  );
}
