import type { Queryable } from "~/platform/db.server";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { readTemplates, type StoredTemplate } from "~/compute/list-templates.server";
import { imageOf, ownImageHindrance, type PulledImage } from "./stored-template.server";

/** Settings of a task from its template; later changes of the template do not affect them. */
export interface TemplateChoice extends PulledImage {
  name: string;
  startCommand: string;
  /** Encrypted JSON of its variables; empty for none. */
  environment: string;
  httpPorts: number[];
}

const OF_TASK = /^task:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Returns the template name for the settings of one of the customer's tasks. */
export function templateOfTask(resvGuid: string): string {
  return `task:${resvGuid}`;
}

/** The task whose settings this name means; null if it names a template. */
export function taskOfTemplate(named: string): string | null {
  return OF_TASK.exec(named)?.[1] ?? null;
}

/**
 * Finds a template by its name, the tenant's own before built-in ones; or the settings of one of its tasks (18.2), by
 * `task:{resv_guid}`. @throws Refusal M290; M298, M299 if its image must not be started now.
 */
export async function findTemplate(
  q: Queryable,
  { tenantId, name }: { tenantId: number; name: string },
): Promise<TemplateChoice> {
  const resvGuid = taskOfTemplate(name);
  if (resvGuid !== null) return await findKept(q, { tenantId, resvGuid });
  const [found] = await readTemplates(q, { tenantId, named: name });
  if (!found) throw unknown(name);
  const image = imageOf(found);
  if ("hindrance" in image) throw Refusal.ofField("template", image.hindrance);
  return { ...image, ...settingsOf(found) };
}

/** Settings that a task takes from a template in addition to its image. */
export function settingsOf(template: StoredTemplate): Omit<TemplateChoice, keyof PulledImage> {
  const { name, start_command: startCommand, sealed: environment, http_ports: httpPorts } = template;
  return { name, startCommand, environment, httpPorts };
}

interface KeptTemplate extends TemplateChoice {
  taskName: string;
  /** True if the tenant may use its own images now. */
  ownImages: boolean;
  /** True if the image of the catalogue may still be started. */
  offered: boolean;
}

async function findKept(q: Queryable, given: { tenantId: number; resvGuid: string }): Promise<TemplateChoice> {
  const kept = await readKept(q, given);
  if (!kept) throw unknown(templateOfTask(given.resvGuid));
  const { taskName: _taskName, ownImages, offered, ...choice } = kept;
  const { tenantImage, imageRef, ownImage } = choice;
  const hindrance = ownImage ? ownImageHindrance({ ownImages, imageRef }) : null;
  if (hindrance !== null) throw Refusal.ofField("template", hindrance);
  if (tenantImage !== null && !offered)
    throw Refusal.ofField("template", M.unknownImage({ tenant_image: tenantImage }));
  return choice;
}

/** Reads the task's own copy of its template (decision 0273); null if it was started without one. */
export async function readKept(
  q: Queryable,
  { tenantId, resvGuid }: { tenantId: number; resvGuid: string },
): Promise<KeptTemplate | null> {
  const [kept] = await q.query<KeptTemplate>(
    `select t.task_name as "taskName", t.template_name as name, case when t.image_ref = '' then t.tenant_image end as "tenantImage",
       t.image_ref as "imageRef", t.image_digest as "imageDigest", t.own_image as "ownImage",
       t.registry_username as "registryUsername", t.registry_password_encrypted as "registryPassword",
       t.start_command as "startCommand", t.environment, t.http_ports as "httpPorts",
       tenant.own_images_at is not null as "ownImages", image.tenant_image is not null as offered
     from task t join tenant on tenant.id = t.tenant_id
       left join image on image.tenant_image = t.tenant_image and image.hidden_at is null and not image.os_deprecated
     where t.resv_guid = $1 and t.tenant_id = $2 and t.template_name <> ''`,
    [resvGuid, tenantId],
  );
  return kept ?? null;
}

function unknown(template: string): Refusal {
  return Refusal.ofField("template", M.unknownTemplate({ template }));
}
