import type { paths } from "../generated/api";
import { done } from "./answer";
import type { Api } from "./client";

type Answer = paths["/v1/free"]["get"]["responses"][200]["content"]["application/json"];
export type FreeRow = Extract<Answer, { retcode: "OK" }>["free"][number];

/** What can be rented of one kind of GPU in one cluster. */
export interface Offer {
  gpuType: string;
  cluster: string;
  /** Cents per GPU and hour; null without a price. */
  pph: number | null;
  freeGpus: number;
  networks: string[];
  /** Numbers of GPUs that would start at once. */
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

/** By price, a kind without a node last; in a cluster's order as the server gives it. */
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
