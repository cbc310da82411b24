import type { Tx } from "~/db.server";
import { requestStop } from "~/domain/tasks/stop-task.server";
import { endOtherSessions } from "./session.server";
import { ownedTenants } from "./teams/owned-tenants.server";

/** Suspends a locked user: sessions end, keys are refused, all tasks of the tenants they own stop (6.7). The balance stays. */
export async function takeAccess(
  tx: Tx,
  { userId, reason, now }: { userId: number; reason: string; now: Date },
): Promise<void> {
  await tx.query(`update user_account set state = 'suspended', suspended_reason = $2, updated_at = $3 where id = $1`, [
    userId,
    reason,
    now,
  ]);
  const unfinished = await tx.query<{ resv_guid: string }>(
    `select resv_guid from task where tenant_id = any($1::int[]) and finished_at is null order by resv_guid`,
    [await ownedTenants(tx, userId)],
  );
  const resvGuids = unfinished.map((task) => task.resv_guid);
  await requestStop(tx, { resvGuids, target: "killed", reason: "account suspended", now });
  await endOtherSessions(tx, { userId, keep: null });
}
