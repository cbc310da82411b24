import type { Tx } from "~/platform/db.server";
import type { NodeNeeds } from "~/compute/inside/capacity/node-needs";
import { M } from "~/compute/messages";
import { NODE_STARTS_TEMPLATES } from "~/compute/capacity-sql.server";
import { GPUS_PER_NODE } from "~/compute/gpu-sizes";
import { Refusal } from "~/platform/refusal";
import { findTemplate, type TemplateChoice } from "~/compute/inside/templates/find-template.server";
import { lockWanted, needsOfVolumes } from "~/compute/inside/volumes/attach-volumes.server";
import type { ReserveChoice } from "./check-reserve";

/** Reads the parts of a request that not every node can fulfil, and what they need of a node; null without them. */
export interface Container {
  template: TemplateChoice | null;
  needs: NodeNeeds | null;
}

/**
 * Finds the requested template and locks the volumes, before any node is locked. @throws Refusal M284 to M286, M288 to
 * M290, M400.
 */
export async function readContainer(tx: Tx, tenantId: number, choice: ReserveChoice): Promise<Container> {
  const { clusterName, volumes, template: name } = choice;
  const template = name === null ? null : await findTemplate(tx, { tenantId, name });
  const isGang = Math.max(choice.gpusMin, choice.gpusMax) > GPUS_PER_NODE;
  const locked = await lockWanted(tx, { tenantId, clusterName, volumes, isGang });
  if (!template && locked.length === 0) return { template, needs: null };
  const pulls = template?.ownImage ?? false;
  await requireMeans(tx, choice, pulls ? template : null);
  return { template, needs: { pulls, ...needsOfVolumes(locked) } };
}

/** Refuses a task that no node could ever run: it would wait for ever. */
async function requireMeans(tx: Tx, row: ReserveChoice, pulled: TemplateChoice | null): Promise<void> {
  const { clusterName, gpuType } = row;
  const [nodes] = await tx.query<{ n: number; pulling: number }>(
    `select count(*)::int as n, count(*) filter (where n.runtime = 'container')::int as pulling from node n
     where n.cluster_name = $1 and n.gpu_type = $2 and n.retired_at is null and n.pilot_of is null and ${NODE_STARTS_TEMPLATES}`,
    [clusterName, gpuType],
  );
  if (!nodes?.n) throw new Refusal(M.noContainers({ cluster_name: clusterName }));
  if (pulled && nodes.pulling === 0)
    throw Refusal.ofField("template", M.imageNotPulled({ cluster_name: clusterName, image: pulled.imageRef }));
}
