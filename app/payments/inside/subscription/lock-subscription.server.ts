import { db, type Queryable, type Tx } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import type { Vat } from "~/payments/vat";
import { lineUp } from "~/payments/inside/line-up.server";
import type { SubscriptionState } from "./subscription-state";

export interface Subscription {
  subscriptionId: string;
  tenantId: number;
  tenantName: string;
  /** The tenant's customer at the provider; null before it is created. */
  customerId: string | null;
  /** Customers that were deleted there. */
  formerCustomerIds: string[];
  providerId: string | null;
  providerStatus: string;
  /** Number of the last applied reading. */
  reading: bigint;
  state: SubscriptionState;
  pmId: string;
  discountCode: string | null;
  /** End of the trial in which it began; null: it was charged at once. */
  firstChargeAt: Date | null;
  /** The VAT that its customer agreed to; null: VAT was off. */
  vat: Vat | null;
  cancelAtPeriodEnd: boolean;
  /** True if only a suspension ends it with its period. */
  held: boolean;
  actionUrl: string;
  message: string;
  periodStart: Date | null;
  periodEnd: Date | null;
  upcomingTotalCents: Cents | null;
  upcomingRemainingCents: Cents | null;
  upcomingStart: Date | null;
  requestedAt: Date;
  startedAt: Date | null;
}

/** Columns of Subscription from `subscription s`, `tenant t` and `payment_customer c`. */
export const SUBSCRIPTION = `
  select s.subscription_id as "subscriptionId", s.tenant_id as "tenantId", t.tenant_name as "tenantName",
    c.customer_id as "customerId",
    array(select former.customer_id from former_customer former where former.tenant_id = s.tenant_id) as "formerCustomerIds",
    s.provider_id as "providerId", s.provider_status as "providerStatus", s.reading, s.state,
    s.pm_id as "pmId", s.discount_code as "discountCode",
    case when s.vat_reason <> '' then jsonb_build_object('country', s.vat_country, 'rateBp', s.vat_rate_bp,
      'reason', s.vat_reason) end as vat,
    s.first_charge_at as "firstChargeAt", s.cancel_at_period_end as "cancelAtPeriodEnd", s.held,
    s.action_url as "actionUrl", s.message, s.period_start as "periodStart", s.period_end as "periodEnd",
    s.upcoming_total_cents as "upcomingTotalCents", s.upcoming_remaining_cents as "upcomingRemainingCents",
    s.upcoming_start as "upcomingStart", s.requested_at as "requestedAt", s.started_at as "startedAt"
  from subscription s join tenant t on t.id = s.tenant_id left join payment_customer c on c.tenant_id = s.tenant_id`;

/** Reads the tenant's only live subscription; null without one. */
export async function readLive({ tenantId }: { tenantId: number }, from: Queryable = db): Promise<Subscription | null> {
  const [row] = await from.query<Subscription>(`${SUBSCRIPTION} where s.tenant_id = $1 and s.ended_at is null`, [
    tenantId,
  ]);
  return row ?? null;
}

/** The tenant's newest subscription, live or ended; null before the first. */
export async function readNewest({ tenantId }: { tenantId: number }): Promise<Subscription | null> {
  const [row] = await db.query<Subscription>(
    `${SUBSCRIPTION} where s.tenant_id = $1 order by s.ended_at is null desc, s.requested_at desc limit 1`,
    [tenantId],
  );
  return row ?? null;
}

/** Locks a subscription by the provider's id or ours; null if it is not ours. */
export async function lockSubscription(
  tx: Tx,
  { providerId, subscriptionId }: { providerId: string; subscriptionId: string | null },
): Promise<Subscription | null> {
  const [owner] = await tx.query<{ tenantId: number }>(
    `select tenant_id as "tenantId" from subscription where ${MEANT}`,
    [providerId, subscriptionId],
  );
  if (!owner) return null;
  // Serializes the subscriptions of a tenant, so that only one is live.
  await lineUp(tx, owner.tenantId, "subscriptions");
  const [row] = await tx.query<Subscription>(`${SUBSCRIPTION} where ${MEANT} for update of s`, [
    providerId,
    subscriptionId,
  ]);
  return row ?? null;
}

/** Checks whether the provider's subscription has ended here. */
export async function hasEndedHere(given: { providerId: string; subscriptionId: string | null }): Promise<boolean> {
  const found = await db.query(`select from subscription where ended_at is not null and ${MEANT}`, [
    given.providerId,
    given.subscriptionId,
  ]);
  return found.length > 0;
}

/** SQL for the row of the provider's id $1, or of ours, $2, while it has none. */
const MEANT = `(provider_id = $1 or (provider_id is null and subscription_id = $2))`;
