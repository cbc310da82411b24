import { command } from "~/platform/announce.server";
import type { Tx } from "~/platform/db.server";
import { notifyAll } from "~/platform/notify.server";
import { ownUrl } from "~/platform/own-url.server";

interface Going {
  /** The person who added the cards. */
  userId: number;
  tenantIds: readonly number[];
  /** Only this card. */
  pmId?: string;
  /** Only cards added since. */
  since?: Date;
  now: Date;
}

const SCREEN = "/billing/auto-top-up";

/**
 * Removes cards whose adder lost the right to manage cards, and stops an automatic top-up that charged one. The job
 * `detach-cards` tells the provider after the commit (16.9).
 */
export async function removeMemberCards(tx: Tx, { userId, tenantIds, pmId, since, now }: Going): Promise<void> {
  const gone = await tx.query<{ tenantId: number; wasDefault: boolean; last4: string }>(
    `with going as (
       select pm_id, is_default from card
       where tenant_id = any($1::int[]) and user_id = $2 and removed_at is null
         and ($3::text is null or pm_id = $3) and ($4::timestamptz is null or added_at >= $4)
       order by pm_id for update)
     update card set removed_at = $5, is_default = false, detach_due = true
     from going where card.pm_id = going.pm_id
     returning card.tenant_id as "tenantId", going.is_default as "wasDefault", card.last4`,
    [tenantIds, userId, pmId ?? null, since ?? null, now],
  );
  if (gone.length === 0) return;
  await command(tx, [{ command: "wake", key: "detach-cards" }]);
  for (const { tenantId, last4 } of gone.filter(({ wasDefault }) => wasDefault)) {
    await promoteNewest(tx, tenantId);
    await stopAutoTopUp(tx, { tenantId, last4, now });
  }
}

/** Makes a tenant's newest card the default if none is (3.4). */
export async function promoteNewest(tx: Tx, tenantId: number): Promise<void> {
  await tx.query(
    `update card set is_default = true where pm_id = (
       select pm_id from card where tenant_id = $1 and removed_at is null order by added_at desc, pm_id limit 1)
     and not exists (select from card where tenant_id = $1 and removed_at is null and is_default)`,
    [tenantId],
  );
}

/** Those who may pay decide whether to charge another card. */
async function stopAutoTopUp(tx: Tx, given: { tenantId: number; last4: string; now: Date }): Promise<void> {
  const { tenantId, last4, now } = given;
  const message = `The card ending in ${last4} was removed, because the person who added it may no longer manage cards here.`;
  const stopped = await tx.query(
    `update auto_top_up set state = 'stopped', state_at = $3, declines = 0, topup_id = null, try_after = null, message = $2
     where tenant_id = $1 and state not in ('off', 'stopped') returning 1`,
    [tenantId, message, now],
  );
  if (stopped.length === 0) return;
  const text = `Automatic top-up has switched itself off: ${message}`;
  const mail = {
    subject: "Automatic top-up is switched off",
    text: `${text}\n\nYour tasks stop when your balance is used up. Add a card if there is none, and switch it on again: ${ownUrl(SCREEN)}\n`,
  };
  const cause = `auto-top-up-card-gone:${tenantId}:${now.getTime()}`;
  await notifyAll(tx, [{ tenantId, retcode: "ERROR", message: text, url: SCREEN, cause, now, mail }]);
}
