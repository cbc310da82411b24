import { db } from "~/platform/db.server";
import { TOP_UP, type TopUp } from "./lock-top-up.server";
import { OPEN_STATES } from "./top-up-state";

/** Reads a tenant's top-up; null for another tenant's. */
export async function readTopUp(given: { topupId: string; tenantId: number }): Promise<TopUp | null> {
  const [topUp] = await db.query<TopUp>(`${TOP_UP} where u.topup_id = $1 and u.tenant_id = $2`, [
    given.topupId,
    given.tenantId,
  ]);
  return topUp ?? null;
}

/** Lists a tenant's top-ups with a pending outcome, newest first. */
export async function listOpenTopUps({ tenantId }: { tenantId: number }): Promise<TopUp[]> {
  return await db.query<TopUp>(
    `${TOP_UP} where u.tenant_id = $1 and u.state = any($2::text[]) order by u.created_at desc, u.topup_id`,
    [tenantId, [...OPEN_STATES]],
  );
}
