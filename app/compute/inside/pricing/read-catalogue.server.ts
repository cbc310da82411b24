import { db, prisma } from "~/platform/db.server";
import type { GpuType } from "~/compute/gpu-type";
import { listPriceChanges } from "./list-price-changes.server";

/** A GPU type, for admins. */
export interface CatalogueType extends GpuType {
  hidden: boolean;
  version: number;
  running: number;
  queued: number;
}

const CHANGES_SHOWN = 50;

/** The whole catalogue, hidden parts too, and how prices changed: all plans, and the last changes (A20). */
export async function readCatalogue() {
  const order = [{ position: "asc" as const }];
  const [types, clusters, images, changes] = await Promise.all([
    db.query<CatalogueType>(
      `select gpu_type as "gpuType", pph_cents as "pphCents", name, memory, cores, single_precision as "singlePrecision",
         cpu, ram, disk, network, hidden_at is not null as hidden, version,
         (select count(*)::int from task where task.gpu_type = price.gpu_type
           and state in ('placing', 'starting', 'running', 'incident', 'stopping')) as running,
         (select count(*)::int from task where task.gpu_type = price.gpu_type and state = 'queued') as queued
       from price order by pph_cents, gpu_type`,
    ),
    prisma.cluster.findMany({ include: { engine: { select: { kind: true } } }, orderBy: [...order, { name: "asc" }] }),
    prisma.image.findMany({ orderBy: [...order, { tenantImage: "asc" }] }),
    listPriceChanges({ after: null, limit: CHANGES_SHOWN }),
  ]);
  return {
    types,
    clusters,
    images: images.map(({ registryPasswordEncrypted, ...image }) => ({
      ...image,
      hasPassword: registryPasswordEncrypted !== null,
    })),
    changes,
  };
}

/** Counts the tasks that a new price affects (A20, B14): running, waiting, and those that would start at it. */
export async function readPriceEffect(given: { gpuType: string; pphCents: number }) {
  const [effect] = await db.query<{ running: number; queued: number; atNew: number }>(
    `select count(*) filter (where state <> 'queued')::int as running, count(*) filter (where state = 'queued')::int as queued,
       count(*) filter (where state = 'queued' and accepted_gpu_pph > $2)::int as "atNew"
     from task where gpu_type = $1 and state in ('queued', 'placing', 'starting', 'running', 'incident', 'stopping')`,
    [given.gpuType, given.pphCents],
  );
  return effect ?? { running: 0, queued: 0, atNew: 0 };
}
