import type { Tx } from "~/platform/db.server";
import type { NodeNeeds } from "~/compute/inside/capacity/node-needs";
import type { TemplateChoice } from "~/compute/inside/templates/find-template.server";
import { attachVolumes } from "~/compute/inside/volumes/attach-volumes.server";
import { openFirstPorts } from "~/compute/inside/ports/task-ports.server";
import { noteReserved } from "~/compute/inside/tasks/note-steps.server";
import type { ReserveChoice } from "./check-reserve";
import { STOP_RULES } from "./stop-rules";

export interface AcceptedTask {
  resvGuid: string;
  tenantId: number;
  userId: number;
  /** The line of the named key that starts it; null: none does. */
  keyLineId: number | null;
  choice: ReserveChoice;
  template: TemplateChoice | null;
  needs: NodeNeeds | null;
  standIn?: StandIn | undefined;
  now: Date;
}

/**
 * A task of the demo without a program on simulated GPUs: one that ends by itself, that stays until its customer ends it, or
 * whose GPU fails.
 */
export type StandIn = "ends" | "stays" | "fails";

const NO_TEMPLATE = {
  ...{ name: "", imageRef: "", imageDigest: "", startCommand: "", environment: "", httpPorts: [], ownImage: false },
  ...{ registryUsername: "", registryPassword: null },
};

const STOP_COLUMNS = Object.values(STOP_RULES)
  .map(({ column }) => column)
  .join(", ");
const STOP_VALUES = Object.values(STOP_RULES)
  .map(({ column }) => `$${column}`)
  .join(", ");

/**
 * Stores an accepted task in state `queued`, priced for gpus_min (0.8).
 * Fails on `task_unfinished_name` when the tenant has an unfinished task of that name.
 */
export async function insertTask(tx: Tx, task: AcceptedTask): Promise<void> {
  const { resvGuid, tenantId, userId, keyLineId, choice, template, needs, standIn = null, now } = task;
  await tx.query(
    `insert into task (resv_guid, tenant_id, created_by_id, key_line_id, task_name, cluster_name, gpu_type, gpus_min, gpus_max, gpus_incr,
       tenant_image, network, agent, ssh_public_key, state, accepted_gpu_pph, pph, accepted_at, state_at,
       ${STOP_COLUMNS}, tags, needs_container, template_name, image_ref, image_digest, start_command,
       environment, http_ports, own_image, registry_username, registry_password_encrypted, ssh_key_user_id, stand_in)
     values ($resvGuid, $tenantId, $userId, $keyLineId, $taskName, $clusterName, $gpuType, $gpusMin, $gpusMax, $gpusIncr,
       $tenantImage, $network, $agent, $sshPublicKey, 'queued', $gpuPph::int, $gpuPph::int * $gpusMin::int, $now, $now,
       ${STOP_VALUES}, $tags, $needsContainer, $name, $imageRef, $imageDigest, $startCommand,
       $environment, $httpPorts, $ownImage, $registryUsername, $registryPassword, $sshKeyUserId, $standIn)`,
    {
      ...choice,
      ...choice.stops,
      ...(template ?? NO_TEMPLATE),
      ...{ resvGuid, tenantId, userId, keyLineId, standIn, now, needsContainer: needs !== null },
      tenantImage: template?.tenantImage ?? choice.tenantImage,
      sshPublicKey: choice.sshKey.line,
      sshKeyUserId: choice.sshKey.userId,
    },
  );
  await openFirstPorts(tx, { resvGuid, ports: template?.httpPorts ?? [], now });
  await attachVolumes(tx, { resvGuid, tenantId, volumes: choice.volumes });
  noteReserved(tx, task);
}
