import type { Tx } from "~/platform/db.server";
import { seen } from "~/compute/compare-placement";
import { changePlacements, type PlacementChange } from "~/compute/change-placements.server";
import type { LockedPlacement, LockedTask } from "~/compute/locked-task";

interface Revoked {
  task: LockedTask;
  /** Placements that failed to start: their nodes are avoided for a while (S14). */
  failed?: readonly string[];
  /** True if an incident is the cause (6.3); omitted, it stays. */
  incident?: boolean;
}

/**
 * Revokes every placement of these tasks: each must stop wherever it is, and its GPUs are free only once its agent
 * reports that (6.2). Safe for a silent node, which gets the revocation when it returns. An incident counts as the
 * cause even where the program had ended before, as on a GPU that failed.
 */
export async function revokePlacements(tx: Tx, revoked: readonly Revoked[], now: Date): Promise<void> {
  await changePlacements(
    tx,
    revoked.flatMap(({ task, failed = [], incident }) =>
      task.placements.flatMap((placement): PlacementChange[] => {
        const { placementId, runningAt } = placement;
        if (!isOpen(placement)) return incident && runningAt !== null ? [{ placementId, patch: { incident } }] : [];
        const patch = {
          state: "revoked" as const,
          run: false,
          incident: incident ?? placement.incident,
          ...(failed.includes(placementId) ? { failedAt: now } : {}),
          ...seen(placement),
        };
        return [{ placementId, patch }];
      }),
    ),
  );
}

function isOpen(placement: LockedPlacement): boolean {
  return placement.endedAt === null && placement.state !== "revoked";
}
