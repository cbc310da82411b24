import type { Tx } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { chargeUpTo } from "~/money/charge-tasks.server";
import { touchBalances } from "~/money/touch-balances.server";
import { exactSpan } from "./inside/tasks/exact-span";
import { type LockedTask, presentPlacements } from "./locked-task";
import { ceilSecond } from "./whole-seconds";

/**
 * Skips a gap in a node's reports that is longer than its threshold. Its tasks continue without an incident: they are
 * charged up to the last report before the gap, and from the one that ends it (A37). Call it before that report is
 * written. Its event has no earlier state, because none was known: a statement starts another interval there. `left`
 * are placements that no longer run according to the report: their charging ends separately (B2).
 */
export async function skipGap(
  tx: Tx,
  given: { tasks: readonly LockedTask[]; nodeId: number; gapSeconds: number; left: Set<string>; now: Date },
): Promise<void> {
  const { tasks, nodeId, gapSeconds, left, now } = given;
  const charged = tasks.filter(
    (task) =>
      task.chargedTo !== null &&
      presentPlacements(task).some(
        (one) =>
          one.nodeId === nodeId && one.state === "running" && (task.state === "stopping" || !left.has(one.placementId)),
      ),
  );
  if (charged.length === 0) return;
  const resvGuids = charged.map((task) => task.resvGuid);
  await chargeUpTo(tx, { resvGuids, now });
  await tx.query(
    `with skipped as (
       update task set charged_to = greatest(charged_to, $2), version = version + 1
       where resv_guid = any($1::uuid[]) returning resv_guid, state)
     insert into task_event (resv_guid, at, from_state, to_state, text)
     select resv_guid, $3, '', state, $4 from skipped`,
    [resvGuids, ceilSecond(now), now, `its node did not report for ${exactSpan(gapSeconds)}, which are free`],
  );
  await announce(
    tx,
    charged.map(({ resvGuid }) => ({ entity: "task" as const, key: resvGuid })),
  );
  await touchBalances(
    tx,
    charged.map((task) => task.tenantId),
  );
}
