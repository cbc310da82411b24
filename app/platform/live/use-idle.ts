import { useFetchers, useNavigation } from "@remix-run/react";

/**
 * Whether nothing is on its way that a refetch would take away: a page, the answer of a form, or what a part of the page loads
 * for itself. The last, refetched before the router has discovered its route, ends in "This page does not exist".
 */
export function useIdle(): boolean {
  const navigating = useNavigation().state !== "idle";
  const loading = useFetchers().some(({ state }) => state !== "idle");
  return !navigating && !loading;
}
