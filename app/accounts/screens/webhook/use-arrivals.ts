import { useEffect } from "react";
import type { DeliveryRow } from "~/accounts/list-deliveries.server";
import { useRefetch } from "~/platform/live/use-refetch";

const EVERY_MS = 1000;

/** Checks whether a delivery is being sent, so that its answer is there in a moment. */
export function isOnItsWay({ state, next_ts }: Pick<DeliveryRow, "state" | "next_ts">, atMs: number): boolean {
  return state === "waiting" && next_ts * 1000 <= atMs;
}

/** Reads the screen again until the deliveries on their way have arrived; without a script the next page shows them. */
export function useArrivals(isWaiting: boolean): void {
  const refetch = useRefetch();
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(refetch, EVERY_MS);
    return () => clearInterval(timer);
  }, [isWaiting, refetch]);
}
