import type { DeliveryRow } from "~/accounts/list-deliveries.server";

/** Seconds within which a try is worth waiting for. A try in progress has its next time a minute ahead. */
const SOON_S = 60;

/** Checks whether a delivery is being sent or will be soon, so that its response arrives in a moment. */
export function isOnItsWay({ state, next_ts }: Pick<DeliveryRow, "state" | "next_ts">, atMs: number): boolean {
  return state === "waiting" && next_ts <= atMs / 1000 + SOON_S;
}
