import { type FreeRow, readFree } from "~/domain/capacity/read-free.server";
import type { Prices } from "~/domain/pricing/cost";
import { type ImageRow, listImages } from "~/domain/pricing/list-images.server";
import { readPrices } from "~/domain/pricing/read-prices.server";
import { listSshKeys, type SshKeyRow } from "~/domain/users/list-ssh-keys.server";

/** All that a reservation form offers. */
export interface Offer {
  free: FreeRow[];
  prices: Prices;
  images: ImageRow[];
  keys: SshKeyRow[];
}

export async function readOffer({ tenantId, now }: { tenantId: number | null; now: Date }): Promise<Offer> {
  const [free, prices, images, keys] = await Promise.all([
    readFree({ now }),
    readPrices(),
    listImages(),
    tenantId === null ? [] : listSshKeys({ tenantId }),
  ]);
  return { free, prices, images, keys };
}
