import type { Tx } from "~/platform/db.server";
import { type Announcement, announce } from "~/platform/announce.server";
import { writeAudit } from "~/platform/write-audit.server";
import { Refusal } from "~/platform/refusal";

/** The admin who changes the catalogue, and the time. */
export interface CatalogueAct {
  userId: number;
  requestId: string;
  now: Date;
}

const CHANGED =
  "Somebody else changed this in the meantime. The page now shows the newest version; please check it and try again.";

/** Refuses the second of two admins who change one row. `version` is the one that they saw, null for a new row. */
export function assertVersion(stored: { version: number } | undefined, version: number | null): void {
  if (version === null && stored) throw new Refusal("This name already exists. Change that entry instead.");
  if ((stored?.version ?? null) !== version) throw new Refusal(CHANGED);
}

/** Writes the audit row of a change, and announces what changed: prices, and the rows of these nodes. */
export async function finishChange(
  tx: Tx,
  {
    act,
    action,
    target,
    before,
    after,
  }: { act: CatalogueAct; action: string; target: string; before: unknown; after: unknown },
  rows: { clusterName?: string; gpuType?: string },
): Promise<void> {
  const { userId, requestId, now } = act;
  await writeAudit({ userId, requestId, now, action, target, before, after }, tx);
  const affected = await tx.query<{ key: string }>(
    `select distinct cluster_name || ':' || gpu_type as key from node
      where retired_at is null and pilot_of is null and (cluster_name = $1 or gpu_type = $2)`,
    [rows.clusterName ?? null, rows.gpuType ?? null],
  );
  const capacity = affected.map(({ key }): Announcement => ({ entity: "capacity", key }));
  await announce(tx, [{ entity: "prices", key: "prices" }, ...capacity], [{ command: "wake", key: "scheduler" }]);
}
