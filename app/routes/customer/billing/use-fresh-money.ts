import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import type { Balance } from "~/domain/billing/balance";

/** Loads the screen again when money came in or a top-up got its outcome: the lists below have no event of their own. */
export function useFreshMoney(live: Balance, loaded: Balance): void {
  const { revalidate, state } = useRevalidator();
  const cameIn = live.dollars_est > loaded.dollars_est + 0.005;
  const stale = cameIn || live.dollars_pending !== loaded.dollars_pending;
  useEffect(() => {
    if (stale && state === "idle") revalidate();
    // Once per figure: a load that shows the same again is not repeated.
  }, [stale, live.dollars_est, live.dollars_pending]);
}
