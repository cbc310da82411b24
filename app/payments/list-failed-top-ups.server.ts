import { db } from "~/platform/db.server";

/** A failed card payment, with the provider's text. */
export interface FailedTopUp {
  topupId: string;
  tenantName: string;
  cents: bigint;
  /** saved_card, new_card or auto */
  way: string;
  message: string;
  at: Date;
}

/**
 * Top-ups refused since `from`, newest first, at most `limit`, and their number. Abandoned payments have no message and
 * do not count.
 */
export async function listFailedTopUps(asked: {
  from: Date;
  limit: number;
}): Promise<{ rows: FailedTopUp[]; total: number }> {
  const rows = await db.query<FailedTopUp & { total: number }>(
    `select topup_id as "topupId", tenant_name as "tenantName", cents, way, message, asked_at as at,
       (count(*) over ())::int as total
     from top_up join tenant on tenant.id = top_up.tenant_id
     where state = 'failed' and asked_at >= $1 and message <> ''
     order by asked_at desc, topup_id limit $2`,
    [asked.from, asked.limit],
  );
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}
