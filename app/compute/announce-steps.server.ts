import type { Tx } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import type { PlacementChange } from "./change-placements.server";

/** Shows a new step of a start, for example the progress of its image pull, to open pages of the task. */
export async function announceSteps(tx: Tx, changes: readonly PlacementChange[]): Promise<void> {
  const placementIds = changes
    .filter(({ patch }) => patch.message !== undefined && !patch.failedAt && !patch.endedAt)
    .map(({ placementId }) => placementId);
  if (placementIds.length === 0) return;
  const changed = await tx.query<{ resvGuid: string }>(
    `update task set version = version + 1
     where resv_guid in (select resv_guid from placement where placement_id = any($1::uuid[])) and state in ('placing', 'starting')
     returning resv_guid as "resvGuid"`,
    [placementIds],
  );
  await announce(
    tx,
    changed.map(({ resvGuid }) => ({ entity: "task" as const, key: resvGuid })),
  );
}
