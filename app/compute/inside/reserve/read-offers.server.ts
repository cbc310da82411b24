import type { Queryable } from "~/platform/db.server";
import { discountOf } from "~/compute/inside/pricing/discount-sql";
import { KEY_LINE } from "~/compute/inside/ssh-keys/key-sql";
import { discounted } from "~/compute/gpu-cost";
import type { OfferedType, Offers } from "./check-reserve";

interface OffersRow {
  prices: { gpuType: string; pph: number; percentOff: number }[];
  clusters: { clusterName: string; networks: string[]; hasEngine: boolean }[];
  types: (OfferedType & { clusterName: string })[];
  images: Offers["images"];
  sshKeys: Offers["sshKeys"];
}

// One statement, because every reserve needs all of it.
const OFFERS = `select
  (select coalesce(json_agg(json_build_object('gpuType', gpu_type, 'pph', pph_cents, 'percentOff', ${discountOf("$1", "price.gpu_type", "$3")})), '[]')
     from price where hidden_at is null) as prices,
  (select coalesce(json_agg(json_build_object('clusterName', name, 'networks', networks, 'hasEngine', engine_id is not null)
     order by position, name), '[]') from cluster where hidden_at is null) as clusters,
  (select coalesce(json_agg(type), '[]') from (
     select cluster_name as "clusterName", gpu_type as "gpuType", sum(gpus) as gpus,
       max(gpus) as "largestNodeGpus", count(*) filter (where gpus = 8) as "eightGpuNodes"
     from node where retired_at is null and pilot_of is null group by 1, 2
     union all select c.name, m.gpu_type, sum(m.gpus), max(m.gpus), count(*) filter (where m.gpus = 8)
     from engine_node m join cluster c on c.engine_id = m.engine_id where m.gpu_type is not null group by 1, 2) type) as types,
  (select coalesce(json_agg(json_build_object('tenantImage', tenant_image, 'deprecated', os_deprecated,
     'isDefault', is_default, 'reference', reference, 'digest', digest)), '[]') from image where hidden_at is null) as images,
  (select coalesce(json_agg(json_build_object('id', k.id, 'line', ${KEY_LINE}, 'userId', k.user_id, 'own', k.user_id = $2)
     order by k.user_id <> $2, k.is_default desc, k.id), '[]') from ssh_key k where k.tenant_id = $1) as "sshKeys"`;

/** Reads the offers for a user and tenant: the catalogue with the tenant's prices, the enrolled nodes and the engines' machines by size, and the SSH keys, their own first. */
export async function readOffers(
  db: Queryable,
  { tenantId, userId, now }: { tenantId: number; userId: number; now: Date },
): Promise<Offers> {
  const [row] = await db.query<OffersRow>(OFFERS, [tenantId, userId, now]);
  if (!row) throw new Error("the catalogue could not be read");
  return {
    prices: Object.fromEntries(
      row.prices.map(({ gpuType, pph, percentOff }) => [gpuType, discounted(pph, percentOff)]),
    ),
    clusters: row.clusters.map((cluster) => ({
      ...cluster,
      types: row.types.filter((type) => type.clusterName === cluster.clusterName),
    })),
    images: row.images,
    sshKeys: row.sshKeys,
  };
}
