import { done } from "./answer";
import type { Answer, Api } from "./client";

export type FreeRow = Answer<"/v1/free">["free"][number];

/** A GPU type in one cluster. */
export interface Offer {
  gpuType: string;
  cluster: string;
  /** Price per GPU and hour in cents; null when the GPU type has none. */
  pph: number | null;
  freeGpus: number;
  networks: string[];
  /** Numbers of GPUs that can start now. */
  fits: number[];
}

interface Offers {
  prices: Record<string, number>;
  free: FreeRow[];
}

export async function readOffers(api: Api): Promise<Offers> {
  const [{ prices }, { free }] = await Promise.all([done(api.GET("/v1/prices")), done(api.GET("/v1/free"))]);
  return { prices, free };
}

/** Sorts offers by price; GPU types without a node come last. */
export function offersOf({ prices, free }: Offers): Offer[] {
  const there = free.map((row) => ({
    gpuType: row.gpu_type,
    cluster: row.cluster_name,
    pph: prices[row.gpu_type] ?? null,
    freeGpus: row.free_gpus,
    networks: row.networks,
    fits: [...new Set(Object.values(row.fits).flat())].sort((one, other) => one - other),
  }));
  const known = new Set(there.map(({ gpuType }) => gpuType));
  const elsewhere = Object.entries(prices)
    .filter(([gpuType]) => !known.has(gpuType))
    .map(([gpuType, pph]) => ({ gpuType, cluster: "", pph, freeGpus: 0, networks: [], fits: [] }));
  const byPrice = (one: Offer, other: Offer) => (one.pph ?? Infinity) - (other.pph ?? Infinity);
  return [...there.sort(byPrice), ...elsewhere.sort(byPrice)];
}
