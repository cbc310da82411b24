import { randomUUID } from "node:crypto";
import { transaction, type Tx } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import type { Cents } from "~/money/units";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { findTenantId } from "~/platform/find-tenant.server";
import { readLive } from "./lock-subscription.server";
import { minutesCents } from "~/compute/subscription-price";
import { isRunning } from "./subscription-state";

const KEY_TAKEN = "This key was used for another event.";

interface UsedMinutes {
  tenantName: string;
  /** 1 to 100000. */
  minutes: number;
  /** Identifies the usage within a tenant. */
  idempotencyKey: string;
  usedAt: Date;
  /** The reporting user. */
  userId: number;
  now: Date;
}

/**
 * Records metered minutes of a tenant, once per key; a job reports them to the provider (3.4). Refuses with M97, with
 * M64 without a running subscription, and a key used for other minutes.
 * @returns what they add to the upcoming invoice.
 */
export async function recordUsage(used: UsedMinutes): Promise<{ cents: Cents }> {
  await transaction(async (tx) => {
    const tenantId = await findTenant(tx, used.tenantName);
    if (await isKnown(tx, tenantId, used)) return;
    const subscription = await readLive({ tenantId }, tx);
    if (!subscription || !isRunning(subscription.state)) throw new Refusal(M.subscriptionRequired);
    await tx.query(
      `insert into usage_report (report_id, tenant_id, idempotency_key, minutes, used_at, user_id, created_at, try_after)
       values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (tenant_id, idempotency_key) do nothing`,
      [...[randomUUID(), tenantId, used.idempotencyKey, used.minutes], ...[used.usedAt, used.userId, used.now]],
    );
    // Of concurrent calls, the minutes of the first count.
    await isKnown(tx, tenantId, used);
    await command(tx, [{ command: "wake", key: "send-usage" }]);
  });
  return { cents: minutesCents(used.minutes) };
}

async function findTenant(tx: Tx, tenantName: string): Promise<number> {
  const tenantId = await findTenantId(tx, tenantName);
  if (tenantId === null) throw new Refusal(M.noSuchTenant);
  return tenantId;
}

async function isKnown(tx: Tx, tenantId: number, { idempotencyKey, minutes }: UsedMinutes): Promise<boolean> {
  const [known] = await tx.query<{ minutes: number }>(
    `select minutes from usage_report where tenant_id = $1 and idempotency_key = $2`,
    [tenantId, idempotencyKey],
  );
  if (known && known.minutes !== minutes) throw new Refusal(KEY_TAKEN);
  return known !== undefined;
}
