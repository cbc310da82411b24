import { useEffect } from "react";
import type { FreeRow } from "~/compute/read-free.server";
import type { Prices } from "~/compute/gpu-cost";
import { useCapacity, usePrices } from "~/platform/live/use-capacity";
import { useRefetch } from "~/platform/live/use-refetch";
import type { Offer } from "./read-offer.server";

const OWN_FREE_EVERY_MS = 10_000;

/** The offer with its live figures. */
export interface Shown {
  offer: Offer;
  loggedIn: boolean;
  free: FreeRow[];
  prices: Prices;
  ageSeconds: number | null;
}

export function useShown({ offer, loggedIn, atMs }: Pick<Shown, "offer" | "loggedIn"> & { atMs: number }): Shown {
  const { free, ageSeconds } = useCapacity(offer.free, atMs);
  const ownFree = offer.avoids ? offer.free : free;
  useOwnFree(offer.avoids);
  const live = usePrices(offer.prices, atMs);
  return { offer, loggedIn, free: ownFree, prices: offer.own ? offer.prices : live, ageSeconds };
}

/** Loads a tenant's own free capacity again while it differs from everybody's, which alone is live. */
function useOwnFree(avoids: boolean): void {
  const refetch = useRefetch();
  useEffect(() => {
    if (!avoids) return;
    const timer = setInterval(refetch, OWN_FREE_EVERY_MS);
    return () => clearInterval(timer);
  }, [avoids, refetch]);
}
