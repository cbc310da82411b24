import { useEffect } from "react";
import type { DeliveryRow } from "~/accounts/list-deliveries.server";
import { useRefetch } from "~/platform/live/use-refetch";

const EVERY_MS = 1000;
/** Seconds within which a try is worth waiting for. A try in progress has its next time a minute ahead. */
const SOON_S = 60;

/** Checks whether a delivery is being sent or will be soon, so that its response arrives in a moment. */
export function isOnItsWay({ state, next_ts }: Pick<DeliveryRow, "state" | "next_ts">, atMs: number): boolean {
  return state === "waiting" && next_ts <= atMs / 1000 + SOON_S;
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
