import type { Prices } from "./cost";

/** A GPU type of the catalogue: its price, and in the catalogue's own words what it is and what comes with it. */
export interface GpuType {
  gpuType: string;
  pphCents: number;
  name: string;
  memory: string;
  cores: string;
  singlePrecision: string;
  cpu: string;
  ram: string;
  disk: string;
  network: string;
}

/** The price list: cents per GPU-hour by GPU type, as `GET /v1/prices` shows it (B15). */
export function pricesOf(types: GpuType[]): Prices {
  return Object.fromEntries(types.map(({ gpuType, pphCents }) => [gpuType, pphCents]));
}
