import type { FreeRow } from "~/compute/read-free.server";
import type { Prices } from "~/compute/gpu-cost";
import { useCapacity, usePrices } from "~/platform/live/use-capacity";
import { useRefetchEvery } from "~/platform/live/use-refetch-every";
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
  // Only everybody's free capacity is live.
  useRefetchEvery(OWN_FREE_EVERY_MS, offer.avoids);
  const live = usePrices(offer.prices, atMs);
  return { offer, loggedIn, free: ownFree, prices: offer.own ? offer.prices : live, ageSeconds };
}
