import { db } from "~/platform/db.server";
import { volumesAsText, volumesIn } from "~/compute/inside/volumes/volume-list";
import { STOP_RULES } from "./stop-rules";
import { templateAgain } from "~/compute/inside/templates/start-again.server";

/** A task's choice under the names of the form on `/rent`; numbers as text. */
const AGAIN = {
  task_name: "t.task_name",
  row: "t.cluster_name || ':' || t.gpu_type",
  tenant_image: "t.tenant_image",
  gpu_min: "t.gpus_min::text",
  gpus_max: "t.gpus_max::text",
  gpus_incr: "t.gpus_incr::text",
  network: "t.network",
  agent: "t.agent",
  ssh_key_id: "coalesce(min(k.id)::text, '')",
  tags: "array_to_string(t.tags, ', ')",
  volumes: "coalesce(min(had.volumes), '')",
};
const COLUMNS = [
  ...Object.entries(AGAIN).map(([name, sql]) => `${sql} as "${name}"`),
  ...Object.entries(STOP_RULES).map(([name, { again }]) => `${again} as "${name}"`),
].join(", ");

/**
 * Reads the choice that one of the tenant's tasks was started with, for starting it again (2.4). It includes its
 * template's settings of that time (18.2) and values that the form cannot set. Null for another tenant's task. It names
 * the key only if the user has it stored. Otherwise it is empty and the form proposes their default: a colleague's key
 * would admit only the colleague.
 */
export async function readChoiceAgain(given: { tenantId: number; userId: number; resvGuid: string }) {
  const [row] = await db.query<Record<keyof typeof AGAIN | keyof typeof STOP_RULES, string>>(
    `select ${COLUMNS}
     from task t left join ssh_key k on k.tenant_id = t.tenant_id and k.user_id = $3
       and rtrim(k.type || ' ' || k.body || ' ' || k.comment) = t.ssh_public_key
     left join lateral (select string_agg(volume.name || ':' || link.path || case when link.read_only then ':ro' else '' end, ','
         order by link.path) as volumes
       from task_volume link join volume using (volume_id) where link.resv_guid = t.resv_guid) had on true
     where t.resv_guid = $1 and t.tenant_id = $2 group by t.resv_guid`,
    [given.resvGuid, given.tenantId, given.userId],
  );
  if (!row) return null;
  const { volumes, ...task } = row;
  return { ...task, ...volumeFields(volumes), template: await templateAgain(given) };
}

/** The form has one volume; further settings that a program gave the task are passed on unchanged. */
function volumeFields(text: string) {
  const [first, ...more] = volumesIn(text) ?? [];
  return {
    volume: first?.name ?? "",
    volume_path: first?.path ?? "",
    volume_read_only: first?.read_only ? "1" : "",
    more_volumes: volumesAsText(more),
  };
}
