import type { Tx } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import type { Standing } from "./auto-standing";

/** Stores the state of a tenant's automatic top-up; the caller holds its row. */
export async function writeStanding(
  tx: Tx,
  { tenantId, standing, now }: { tenantId: number; standing: Standing; now: Date },
): Promise<void> {
  const { state, declines, topupId, tryAfter, message } = standing;
  await tx.query(
    `update auto_top_up set state_at = case when state = $2 then state_at else $7 end,
       state = $2, declines = $3, topup_id = $4, try_after = $5, message = $6 where tenant_id = $1`,
    [tenantId, state, declines, topupId, tryAfter, message, now],
  );
}

/** Wakes the job, which otherwise runs every minute: a waiting user should not wait that long. */
export async function wakeAutoTopUps(tx: Tx): Promise<void> {
  await command(tx, [{ command: "wake", key: "auto-top-up" }]);
}
