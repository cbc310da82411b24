import type { Queryable } from "~/db.server";
import type { OfferedType, Offers } from "./check-reserve";

/** What this tenant may reserve now: the catalogue, the enrolled nodes by size, and the tenant's SSH keys. */
export async function readOffers(db: Queryable, tenantId: number): Promise<Offers> {
  const [prices, clusters, types, images, sshKeys] = await Promise.all([
    db.query<{ gpuType: string; pph: number }>(`select gpu_type as "gpuType", pph_cents as pph from price`),
    db.query<{ clusterName: string; networks: string[] }>(
      `select name as "clusterName", networks from cluster order by position, name`,
    ),
    db.query<OfferedType & { clusterName: string }>(
      `select cluster_name as "clusterName", gpu_type as "gpuType", sum(gpus)::int as gpus,
         max(gpus) as "largestNodeGpus", (count(*) filter (where gpus = 8))::int as "eightGpuNodes"
       from node where retired_at is null group by 1, 2`,
    ),
    db.query<Offers["images"][number]>(
      `select tenant_image as "tenantImage", os_deprecated as deprecated, is_default as "isDefault" from image`,
    ),
    db.query<Offers["sshKeys"][number]>(
      `select id, rtrim(type || ' ' || body || ' ' || comment) as line from ssh_key
       where tenant_id = $1 order by is_default desc, id`,
      [tenantId],
    ),
  ]);
  return {
    prices: Object.fromEntries(prices.map((price) => [price.gpuType, price.pph])),
    clusters: clusters.map((cluster) => ({
      ...cluster,
      types: types.filter((type) => type.clusterName === cluster.clusterName),
    })),
    images,
    sshKeys,
  };
}
