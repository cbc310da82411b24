import type { Tx } from "~/platform/db.server";
import { seen } from "~/compute/compare-placement";
import { changePlacements, type PlacementChange } from "~/compute/change-placements.server";
import type { LockedPlacement, LockedTask } from "~/compute/locked-task";

interface Revoked {
  task: LockedTask;
  /** Placements that failed to start: their nodes are avoided for a while (S14). */
  failed?: readonly string[];
  /** Whether an incident is the cause (6.3); left out: as it was. */
  incident?: boolean;
}

/**
 * Takes back every placement of these tasks: each must stop wherever it is, and its GPUs are not free before its
 * agent says so (6.2). Safe where the node is away: it hears of it when it returns. What an incident ended counts as one also
 * where the program on it had ended before, as on a GPU that failed.
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
