import { db } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import type { TopUpState } from "./top-up-state";

/** SQL for the cents of a top-up (`u`) that are ordered to its card and not there yet. */
export const REFUND_ORDERED = `(select coalesce(sum(o.cents), 0) from card_refund o
  where o.topup_id = u.topup_id and o.state = 'ordered')::bigint`;

/** A top-up with what is left to refund of it to its card (6.12). */
export interface RefundableTopUp {
  topupId: string;
  tenantId: number;
  tenantName: string;
  number: string | null;
  state: TopUpState;
  at: Date;
  receivedCents: Cents;
  /** The VAT in it. */
  vatCents: Cents;
  refundedCents: Cents;
  orderedCents: Cents;
  leftCents: Cents;
  /** 'Visa ···· 4242' without the words; null if it is not kept. */
  card: { brand: string; last4: string } | null;
}

const REFUNDABLE = `
  select u.topup_id as "topupId", u.tenant_id as "tenantId", t.tenant_name as "tenantName", u.number, u.state,
    coalesce(u.settled_at, u.created_at) as at, u.received_cents as "receivedCents", u.vat_cents as "vatCents",
    u.refunded_cents as "refundedCents", ${REFUND_ORDERED} as "orderedCents",
    (select jsonb_build_object('brand', brand, 'last4', last4) from card where card.pm_id = u.pm_id) as card
  from top_up u join tenant t on t.id = u.tenant_id`;

type Row = Omit<RefundableTopUp, "leftCents">;

export async function readRefundableTopUp(topupId: string): Promise<RefundableTopUp | null> {
  const [row] = await db.query<Row>(`${REFUNDABLE} where u.topup_id = $1::uuid`, [topupId]);
  return row ? withLeft(row) : null;
}

/** The newest top-up of a tenant of which that much can still be refunded to its card; null if none can. */
export async function findTopUpFor({ tenantId, cents }: { tenantId: number; cents: Cents }) {
  const rows = await db.query<Row>(
    `${REFUNDABLE} where u.tenant_id = $1 and u.state in ('settled', 'refunded')
       and u.received_cents - u.refunded_cents - ${REFUND_ORDERED} >= $2 + case when u.vat_cents = 0 then 0 else $2::bigint * u.vat_cents / (u.received_cents - u.vat_cents) end
     order by u.created_at desc limit 1`,
    [tenantId, cents],
  );
  return rows[0] ? withLeft(rows[0]) : null;
}

function withLeft(row: Row): RefundableTopUp {
  const left = row.receivedCents - row.refundedCents - row.orderedCents;
  const may = row.state === "settled" || row.state === "refunded";
  return { ...row, leftCents: (may && left > 0n ? left : 0n) as Cents };
}

/** A refund of a top-up: ordered here, or made at the provider's dashboard. */
export interface TopUpRefund {
  id: string;
  at: Date;
  cents: Cents;
  /** ordered, refused, or the provider's state. */
  state: string;
  /** Null: made at the provider. */
  by: string | null;
  reason: string;
  note: string;
  message: string;
  taskName: string | null;
}

/** All refunds of a top-up, newest first. */
export async function listTopUpRefunds(topupId: string): Promise<TopUpRefund[]> {
  return await db.query<TopUpRefund>(
    `select coalesce(o.order_id::text, r.refund_id, '') as id, coalesce(o.ordered_at, r.created_at) as at,
       coalesce(r.cents, o.cents) as cents, coalesce(r.status, o.state) as state, giver.name as by,
       coalesce(o.reason, '') as reason, coalesce(o.note, '') as note, coalesce(o.message, '') as message,
       task.task_name as "taskName"
     from (select * from card_refund where topup_id = $1::uuid) o
     full join (select * from payment_refund where topup_id = $1::uuid) r on r.refund_id = o.refund_id
     left join user_account giver on giver.id = o.ordered_by_id
     left join task on task.resv_guid = o.resv_guid
     order by 2 desc, 1`,
    [topupId],
  );
}
