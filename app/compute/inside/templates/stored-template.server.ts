import type { Queryable } from "~/platform/db.server";
import { M } from "~/platform/messages";
import { env } from "~/platform/env.server";
import { imageText, isRegistryAllowed, registryOf } from "./own-image";

/** A stored template, with the present meaning of its image's name. */
export interface StoredTemplate {
  templateId: string;
  name: string;
  title: string;
  line: string;
  own: boolean;
  /** Name of a built-in template or of an image of the catalogue; empty: the reference is its own. */
  imageOf: string;
  imageRef: string;
  imageDigest: string;
  startCommand: string;
  /** Encrypted JSON of its variables; empty for none. */
  environment: string;
  secretNames: string[];
  httpPorts: number[];
  volumePath: string;
  gpus: number;
  registryUsername: string;
  registryPassword: string | null;
  /** Reference of the built-in template that `imageOf` names. */
  houseRef: string | null;
  houseDigest: string | null;
  /** The image of the catalogue that it names, while that may be started. */
  tenantImage: string | null;
  /** True if the tenant may use images of its own. */
  ownImages: boolean;
}

/** The image that a node pulls for the template. */
export interface PulledImage {
  /** An image of the catalogue, which has its own reference; null: the template's reference counts. */
  tenantImage: string | null;
  imageRef: string;
  imageDigest: string;
  /** True if only the tenant names the image. */
  ownImage: boolean;
  registryUsername: string;
  registryPassword: string | null;
}

/** The templates that a tenant may see, or the one of a name or an id: its own before the house's. */
export async function readTemplates(
  q: Queryable,
  { tenantId, named = null }: { tenantId: number | null; named?: string | null },
): Promise<StoredTemplate[]> {
  return await q.query<StoredTemplate>(
    `select t.template_id as "templateId", t.name, t.title, t.line, t.tenant_id is not null as own, t.image_of as "imageOf",
       t.image_ref as "imageRef", t.image_digest as "imageDigest", t.start_command as "startCommand", t.environment,
       t.secret_names as "secretNames", t.http_ports as "httpPorts", t.volume_path as "volumePath", t.gpus,
       t.registry_username as "registryUsername", t.registry_password_encrypted as "registryPassword",
       house.image_ref as "houseRef", house.image_digest as "houseDigest", image.tenant_image as "tenantImage",
       coalesce(tenant.own_images_at is not null, false) as "ownImages"
     from template t left join tenant on tenant.id = t.tenant_id
       left join template house on house.tenant_id is null and house.deleted_at is null and house.name = t.image_of
       left join image on image.tenant_image = t.image_of and image.reference <> '' and image.hidden_at is null
         and not image.os_deprecated
     where (t.tenant_id = $1 or t.tenant_id is null) and t.deleted_at is null
       and ($2::text is null or t.name = $2 or t.template_id::text = $2)
     order by t.tenant_id nulls last, t.position, t.name`,
    [tenantId, named],
  );
}

/** The image to pull now, or why it cannot be started (M298, M299). */
export function imageOf(template: StoredTemplate): PulledImage | { hindrance: string } {
  const { own, imageRef, imageDigest, houseRef, houseDigest, tenantImage, registryUsername, registryPassword } =
    template;
  const listed = { ownImage: false, registryUsername: "", registryPassword: null };
  if (template.imageOf === "") {
    const hindrance = own ? ownImageHindrance(template) : null;
    if (hindrance !== null) return { hindrance };
    const credentials = own ? { ownImage: true, registryUsername, registryPassword } : listed;
    return { tenantImage: null, imageRef, imageDigest, ...credentials };
  }
  if (houseRef !== null) return { tenantImage: null, imageRef: houseRef, imageDigest: houseDigest ?? "", ...listed };
  if (tenantImage !== null) return { tenantImage, imageRef: "", imageDigest: "", ...listed };
  return {
    hindrance: M.imageWrong({ image: template.imageOf, problem: "is no longer offered. Choose another image." }),
  };
}

/** Why a tenant's own image may not be started; null where it may. */
export function ownImageHindrance({ ownImages, imageRef }: { ownImages: boolean; imageRef: string }): string | null {
  if (!ownImages) return M.ownImagesNotAllowed;
  if (isRegistryAllowed(registryOf(imageRef), env.IMAGE_REGISTRIES)) return null;
  return M.imageWrong({
    image: registryOf(imageRef),
    problem: "is not a registry that images may come from here. Choose another one.",
  });
}

/** The tenant's name for its image. */
export function imageAsNamed({ imageOf: name, imageRef: reference, imageDigest: digest }: StoredTemplate): string {
  return name || imageText({ reference, digest });
}
