import { type FreeRow, readFree } from "~/domain/capacity/read-free.server";
import { listUnmeasured } from "~/domain/capacity/list-unmeasured.server";
import type { Prices } from "~/domain/pricing/cost";
import { type GpuType, pricesOf } from "~/domain/pricing/gpu-type";
import { listGpuTypes } from "~/domain/pricing/list-gpu-types.server";
import { type ImageRow, listImages } from "~/domain/pricing/list-images.server";
import { listSshKeys, type SshKeyRow } from "~/domain/ssh-keys/list-ssh-keys.server";

/** All that a reservation form offers. */
export interface Offer {
  free: FreeRow[];
  types: GpuType[];
  prices: Prices;
  images: ImageRow[];
  keys: SshKeyRow[];
  /** `cluster · type` of rows whose GPUs are all simulated: nobody can measure their load. */
  unmeasured: string[];
}

export async function readOffer({ tenantId, now }: { tenantId: number | null; now: Date }): Promise<Offer> {
  const [free, types, images, keys, unmeasured] = await Promise.all([
    readFree({ now }),
    listGpuTypes(),
    listImages(),
    tenantId === null ? [] : listSshKeys({ tenantId }),
    listUnmeasured(),
  ]);
  return { free, types, prices: pricesOf(types), images, keys, unmeasured };
}
