import { type FreeRow, readFree } from "~/domain/capacity/read-free.server";
import { listUnmeasured } from "~/domain/capacity/list-unmeasured.server";
import type { Prices } from "~/domain/pricing/cost";
import { type GpuType, pricesOf } from "~/domain/pricing/gpu-type";
import { listGpuTypes } from "~/domain/pricing/list-gpu-types.server";
import { type ImageRow, listImages } from "~/domain/pricing/list-images.server";
import { listTemplates, type TemplateRow } from "~/domain/templates/list-templates.server";
import { listVolumes, type VolumeRow } from "~/domain/volumes/list-volumes.server";
import { listContainerRows } from "~/domain/capacity/list-container-rows.server";
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
  /** Templates that may be started, and the tenant's volumes that may be chosen. */
  templates: TemplateRow[];
  volumes: VolumeRow[];
  /** `cluster:type` of rows that have a node which runs containers. */
  containerRows: string[];
}

export async function readOffer({ tenantId, now }: { tenantId: number | null; now: Date }): Promise<Offer> {
  const [free, types, images, keys, unmeasured, templates, volumes, containerRows] = await Promise.all([
    readFree({ now }),
    listGpuTypes(),
    listImages(),
    tenantId === null ? [] : listSshKeys({ tenantId }),
    listUnmeasured(),
    listTemplates({ tenantId }),
    tenantId === null ? [] : listVolumes({ tenantId, now }),
    listContainerRows(),
  ]);
  const kept = volumes.filter(({ state }) => state === "kept");
  const prices = pricesOf(types);
  return { free, types, prices, images, keys, unmeasured, templates, volumes: kept, containerRows };
}
