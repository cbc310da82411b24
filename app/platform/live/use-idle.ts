import { useFetchers, useNavigation } from "@remix-run/react";

/**
 * Returns whether a refetch is safe now: no page, no form's answer and no load of a part of the page is on its way. A
 * refetch during one of these loads, before the router knows its route, would show "This page does not exist".
 */
export function useIdle(): boolean {
  const navigating = useNavigation().state !== "idle";
  const loading = useFetchers().some(({ state }) => state !== "idle");
  return !navigating && !loading;
}
