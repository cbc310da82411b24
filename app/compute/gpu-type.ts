import type { Prices } from "./gpu-cost";

/** Facts of a GPU type and its share of the machine, in the catalogue's own words (A1). */
export interface GpuFacts {
  name: string;
  memory: string;
  cores: string;
  singlePrecision: string;
  cpu: string;
  ram: string;
  disk: string;
  network: string;
}

/** A GPU type of the catalogue and its price. */
export interface GpuType extends GpuFacts {
  gpuType: string;
  pphCents: number;
}

/** The price list: cents per GPU-hour by GPU type, as `GET /v1/prices` shows it (B15). */
export function pricesOf(types: GpuType[]): Prices {
  return Object.fromEntries(types.map(({ gpuType, pphCents }) => [gpuType, pphCents]));
}
