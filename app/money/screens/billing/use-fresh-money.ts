import { useEffect } from "react";
import type { Balance } from "~/money/balance";
import { useRefetch } from "~/platform/live/use-refetch";

/**
 * Reloads the screen when money arrives, a top-up gets its outcome, or a task starts or stops costing: the lists have
 * no events of their own.
 */
export function useFreshMoney(live: Balance | null, loaded: Balance | null): void {
  const refetch = useRefetch();
  const stale = live !== null && loaded !== null && isStale(live, loaded);
  useEffect(() => {
    if (stale) refetch();
    // The live values are listed so that each new one reloads once, even if the last load did not catch up.
  }, [stale, live?.cents_before, live?.dollars_pending]);
}

function isStale(live: Balance, loaded: Balance): boolean {
  const cameIn = live.cents_before > loaded.cents_before;
  const moved = idsOf(live) !== idsOf(loaded);
  return live.at_ts > loaded.at_ts && (cameIn || moved || live.dollars_pending !== loaded.dollars_pending);
}

function idsOf({ charged }: Balance): string {
  return charged
    .map(({ resv_guid }) => resv_guid)
    .sort()
    .join();
}
