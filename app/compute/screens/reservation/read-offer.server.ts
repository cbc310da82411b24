import { avoidsNodes, type FreeRow, readFree } from "~/compute/read-free.server";
import { listUnmeasured } from "~/compute/inside/capacity/list-unmeasured.server";
import { discounted, type Prices } from "~/compute/gpu-cost";
import { type GpuType, pricesOf } from "~/compute/gpu-type";
import { listGpuTypes } from "~/compute/list-gpu-types.server";
import { type ImageRow, listImages } from "~/compute/inside/pricing/list-images.server";
import { listTemplates, type TemplateRow } from "~/compute/list-templates.server";
import { readKeptRow } from "~/compute/inside/templates/start-again.server";
import { readDiscounts } from "~/compute/tenant-terms.server";
import { listVolumes, type VolumeRow } from "~/compute/list-volumes.server";
import { listContainerRows } from "~/compute/inside/capacity/list-container-rows.server";
import { listSshKeys, type SshKeyRow } from "~/compute/list-ssh-keys.server";

/** The choices of a reservation form. */
export interface Offer {
  free: FreeRow[];
  /** True if the viewer's tenant alone avoids nodes: the live free capacity is not its own. */
  avoids: boolean;
  types: GpuType[];
  /** With the discounts of the viewer's tenant (B21). */
  prices: Prices;
  /** True if it has a discount: the live list of prices is not its own. */
  own: boolean;
  images: ImageRow[];
  /** The viewer's own keys: members log in to tasks with their own keys. */
  keys: SshKeyRow[];
  /** `cluster · type` of rows whose GPUs are all simulated: their load cannot be measured. */
  unmeasured: string[];
  /** Templates that may be started, and the tenant's volumes that may be chosen. */
  templates: TemplateRow[];
  volumes: VolumeRow[];
  /** `cluster:type` of rows that have a node which runs containers. */
  containerRows: string[];
}

const NO_DISCOUNTS: Record<string, number> = {};

/** `template` is the requested one: a task's own copy of its template is offered to a user who names it. */
export async function readOffer({
  viewer,
  template = null,
  now,
}: {
  /** Null: a visitor. */
  viewer: { tenantId: number; userId: number } | null;
  template?: string | null;
  now: Date;
}): Promise<Offer> {
  const tenantId = viewer?.tenantId ?? null;
  const [free, avoids, types, images, keys, unmeasured, templates, volumes, containerRows, kept, discounts] =
    await Promise.all([
      readFree({ tenantId, now }),
      tenantId !== null && avoidsNodes({ tenantId, now }),
      listGpuTypes(),
      listImages(),
      viewer === null ? [] : listSshKeys(viewer),
      listUnmeasured(),
      listTemplates({ tenantId }),
      tenantId === null ? [] : listVolumes({ tenantId, now }),
      listContainerRows(),
      tenantId === null || template === null ? null : readKeptRow({ tenantId, template }),
      tenantId === null ? NO_DISCOUNTS : readDiscounts({ tenantId, now }),
    ]);
  const ownKeys = keys.filter((key) => key.own);
  const usable = volumes.filter(({ state }) => state === "kept");
  const prices = Object.fromEntries(
    Object.entries(pricesOf(types)).map(([type, cents]) => [type, discounted(cents, discounts[type] ?? 0)]),
  );
  // The first of two templates with the same name, which is the tenant's own.
  const offered = [...(kept ? [kept] : []), ...templates].filter(
    (one, at, all) => all.findIndex(({ name }) => name === one.name) === at,
  );
  return {
    free,
    avoids,
    types,
    prices,
    own: Object.keys(discounts).length > 0,
    images,
    keys: ownKeys,
    unmeasured,
    templates: offered,
    volumes: usable,
    containerRows,
  };
}
