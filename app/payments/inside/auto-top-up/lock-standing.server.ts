import type { Tx } from "~/platform/db.server";
import type { Standing } from "./auto-standing";
import { STANDING, type StandingRow } from "./read-auto-facts.server";

/** Locks a tenant's automatic top-up; null if it was never switched on. */
export async function lockStanding(tx: Tx, tenantId: number): Promise<Standing | null> {
  const [row] = await tx.query<StandingRow>(
    `select ${STANDING} from auto_top_up auto where tenant_id = $1 for update`,
    [tenantId],
  );
  return row ?? null;
}
