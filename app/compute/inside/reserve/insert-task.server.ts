import type { Tx } from "~/platform/db.server";
import type { NodeNeeds } from "~/compute/inside/capacity/node-needs";
import type { TemplateChoice } from "~/compute/inside/templates/find-template.server";
import { attachVolumes } from "~/compute/inside/volumes/attach-volumes.server";
import { openFirstPorts } from "~/compute/inside/ports/task-ports.server";
import type { ReserveChoice } from "./check-reserve";

export interface AcceptedTask {
  resvGuid: string;
  tenantId: number;
  userId: number;
  choice: ReserveChoice;
  template: TemplateChoice | null;
  needs: NodeNeeds | null;
  now: Date;
}

/**
 * Stores an accepted task in state `queued`, priced for gpus_min (0.8).
 * Fails on `task_unfinished_name` when the tenant has an unfinished task of that name.
 */
export async function insertTask(tx: Tx, task: AcceptedTask): Promise<void> {
  const { resvGuid, tenantId, userId, choice, template, needs, now } = task;
  await tx.query(
    `insert into task (resv_guid, tenant_id, created_by_id, task_name, cluster_name, gpu_type, gpus_min, gpus_max, gpus_incr,
       tenant_image, network, agent, ssh_public_key, state, accepted_gpu_pph, pph, accepted_at, state_at,
       max_seconds, max_cents, idle_minutes, tags, needs_container, template_name, image_ref, image_digest, start_command,
       environment, http_ports, own_image, registry_username, registry_password_encrypted, ssh_key_user_id)
     values ($15, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'queued', $13::int, $13::int * $6::int, $14, $14, $16, $17, $18, $19,
       $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30)`,
    [
      tenantId,
      userId,
      choice.taskName,
      choice.clusterName,
      choice.gpuType,
      choice.gpusMin,
      choice.gpusMax,
      choice.gpusIncr,
      template?.tenantImage ?? choice.tenantImage,
      choice.network,
      choice.agent,
      choice.sshKey.line,
      choice.gpuPph,
      now,
      resvGuid,
      choice.maxSeconds,
      choice.maxCents,
      choice.idleMinutes,
      choice.tags,
      needs !== null,
      template?.name ?? "",
      template?.imageRef ?? "",
      template?.imageDigest ?? "",
      template?.startCommand ?? "",
      template?.environment ?? "",
      template?.httpPorts ?? [],
      template?.ownImage ?? false,
      template?.registryUsername ?? "",
      template?.registryPassword ?? null,
      choice.sshKey.userId,
    ],
  );
  await openFirstPorts(tx, { resvGuid, ports: template?.httpPorts ?? [], now });
  await attachVolumes(tx, { resvGuid, tenantId, volumes: choice.volumes });
}
