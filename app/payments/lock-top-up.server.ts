import type { Tx } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import type { Vat } from "./vat";
import type { TopUpState, TopUpMethod } from "./top-up-state";

export interface TopUp {
  topupId: string;
  tenantId: number;
  tenantName: string;
  /** The tenant's customer at the provider; null before it is created. */
  customerId: string | null;
  /** Customers that were deleted at the provider. */
  formerCustomerIds: string[];
  /** The amount for the balance, and the VAT on top of it (B22). */
  cents: Cents;
  vatCents: Cents;
  vat: Vat | null;
  way: TopUpMethod;
  state: TopUpState;
  pmId: string | null;
  saveCard: boolean;
  sessionId: string | null;
  paymentIntentId: string | null;
  actionUrl: string;
  message: string;
  number: string | null;
  receivedCents: Cents;
  refundedCents: Cents;
  createdAt: Date;
}

/** Columns of TopUp from `top_up u`, `tenant t` and `payment_customer c`. */
export const TOP_UP = `
  select u.topup_id as "topupId", u.tenant_id as "tenantId", t.tenant_name as "tenantName",
    c.customer_id as "customerId",
    array(select former.customer_id from former_customer former where former.tenant_id = u.tenant_id) as "formerCustomerIds",
    u.cents, u.vat_cents as "vatCents",
    case when u.vat_reason <> '' then jsonb_build_object('country', u.vat_country, 'rateBp', u.vat_rate_bp, 'reason', u.vat_reason) end
      as vat, u.way, u.state, u.pm_id as "pmId", u.save_card as "saveCard", u.session_id as "sessionId",
    u.payment_intent_id as "paymentIntentId", u.action_url as "actionUrl", u.message, u.number,
    u.received_cents as "receivedCents", u.refunded_cents as "refundedCents", u.created_at as "createdAt"
  from top_up u join tenant t on t.id = u.tenant_id left join payment_customer c on c.tenant_id = u.tenant_id`;

/** Locks a top-up until the transaction ends; `lineUp` describes the order of locks. */
export async function lockTopUp(tx: Tx, topupId: string): Promise<TopUp | null> {
  const [row] = await tx.query<TopUp>(`${TOP_UP} where u.topup_id = $1 for update of u`, [topupId]);
  return row ?? null;
}
