import type { FreeRow } from "~/compute/read-free.server";
import type { Prices } from "~/compute/gpu-cost";
import { useCapacity, usePrices } from "~/platform/live/use-capacity";
import type { Offer } from "./read-offer.server";

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
  const live = usePrices(offer.prices, atMs);
  return { offer, loggedIn, free: ownFree, prices: offer.own ? offer.prices : live, ageSeconds };
}
