import type { Tx } from "~/platform/db.server";
import type { NodeNeeds } from "~/compute/inside/capacity/node-needs";
import { M } from "~/platform/messages";
import { GPUS_PER_NODE } from "~/compute/gpu-sizes";
import { Refusal } from "~/platform/refusal";
import { findTemplate, type TemplateChoice } from "~/compute/inside/templates/find-template.server";
import { lockWanted, needsOfVolumes } from "~/compute/inside/volumes/attach-volumes.server";
import type { ReserveChoice } from "./check-reserve";

/** Reads the parts of a request that need a node with containers, and the needs on that node; nulls without them. */
export interface Container {
  template: TemplateChoice | null;
  needs: NodeNeeds | null;
}

/**
 * Finds the requested template and locks the volumes, before any node is locked. @throws Refusal M284 to M286, M288 to
 * M290.
 */
export async function readContainer(tx: Tx, tenantId: number, choice: ReserveChoice): Promise<Container> {
  const { clusterName, volumes, template: name } = choice;
  const template = name === null ? null : await findTemplate(tx, { tenantId, name });
  const isGang = Math.max(choice.gpusMin, choice.gpusMax) > GPUS_PER_NODE;
  const locked = await lockWanted(tx, { tenantId, clusterName, volumes, isGang });
  if (!template && locked.length === 0) return { template, needs: null };
  await requireContainers(tx, choice);
  return { template, needs: needsOfVolumes(locked) };
}

/** Refuses a task that no node could ever run: it would wait for ever. */
async function requireContainers(tx: Tx, { clusterName, gpuType }: ReserveChoice): Promise<void> {
  const [node] = await tx.query(
    `select from node where cluster_name = $1 and gpu_type = $2 and runtime = 'container' and retired_at is null limit 1`,
    [clusterName, gpuType],
  );
  if (!node) throw new Refusal(M.noContainers({ cluster_name: clusterName }));
}
