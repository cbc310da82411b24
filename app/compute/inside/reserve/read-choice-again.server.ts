import { db } from "~/platform/db.server";
import { volumesAsText, volumesIn } from "~/compute/inside/volumes/volume-list";
import { templateAgain } from "~/compute/inside/templates/start-again.server";

/** A task's choice under the names of the form on `/rent`; numbers as text. */
export type ChoiceAgain = Record<
  | "task_name"
  | "row"
  | "tenant_image"
  | "gpu_min"
  | "gpus_max"
  | "gpus_incr"
  | "network"
  | "agent"
  | "ssh_key_id"
  | "max_seconds"
  | "max_dollars"
  | "idle_minutes"
  | "tags"
  | "template"
  | "volume"
  | "volume_path"
  | "volume_read_only"
  | "more_volumes",
  string
>;

/**
 * Reads the choice that an own task was started with, for starting it again (2.4). It includes its template's settings
 * of that time (18.2) and values that the form cannot set. Null for another tenant's task. It names the key only if the
 * user has it stored. Otherwise it is empty and the form proposes their default: a colleague's key would admit only the
 * colleague.
 */
export async function readChoiceAgain(given: {
  tenantId: number;
  userId: number;
  resvGuid: string;
}): Promise<ChoiceAgain | null> {
  const [row] = await db.query<
    Omit<ChoiceAgain, "template" | keyof ReturnType<typeof volumeFields>> & { volumes: string }
  >(
    `select t.task_name, t.cluster_name || ':' || t.gpu_type as "row", t.tenant_image, t.gpus_min::text as gpu_min,
       t.gpus_max::text as gpus_max, t.gpus_incr::text as gpus_incr, t.network, t.agent,
       coalesce(min(k.id)::text, '') as ssh_key_id, t.max_seconds::text as max_seconds,
       case when t.max_cents = 0 then '' else trim_scale(t.max_cents / 100.0)::text end as max_dollars,
       t.idle_minutes::text as idle_minutes, array_to_string(t.tags, ', ') as tags,
       coalesce(min(had.volumes), '') as volumes
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

/** The form has one volume; what a program gave the task besides comes along as it is. */
function volumeFields(text: string) {
  const [first, ...more] = volumesIn(text) ?? [];
  return {
    volume: first?.name ?? "",
    volume_path: first?.path ?? "",
    volume_read_only: first?.read_only ? "1" : "",
    more_volumes: volumesAsText(more),
  };
}
