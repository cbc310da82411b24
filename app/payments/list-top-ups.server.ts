import { db } from "~/platform/db.server";
import type { TopUpState, TopUpMethod } from "./top-up-state";

/** A top-up, for staff; without its card and the provider's page. */
export interface TopUpRow {
  id: string;
  at: Date;
  cents: number;
  refundedCents: number;
  way: TopUpMethod;
  state: TopUpState;
  /** Number of the receipt; null until the top-up is settled. */
  number: string | null;
  /** The provider's text about a failure. */
  message: string;
}

/** Lists a tenant's top-ups after one of them, newest first. */
export async function listTopUps(asked: {
  tenantId: number;
  after: TopUpRow | null;
  limit: number;
}): Promise<TopUpRow[]> {
  const { tenantId, after, limit } = asked;
  return await db.query<TopUpRow>(
    `select topup_id as id, created_at as at, cents::float8 as cents, refunded_cents::float8 as "refundedCents", way,
       state, number, message
     from top_up where tenant_id = $1 and ($2::timestamptz is null or (created_at, topup_id) < ($2, $3::uuid))
     order by created_at desc, topup_id desc limit $4`,
    [tenantId, after?.at ?? null, after?.id ?? null, limit],
  );
}
