import type { Queryable } from "~/platform/db.server";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { parseImage } from "./inside/templates/own-image";
import { ownImageHindrance } from "./inside/templates/stored-template.server";
import type { StoredTemplate } from "./list-templates.server";

type Chosen = Pick<StoredTemplate, "imageOf" | "imageRef" | "imageDigest">;

/** An image that every tenant's template may name. */
export interface ListedImage {
  /** Name of a built-in template, or of an image of the catalogue. */
  name: string;
  title: string;
}

/**
 * Lists the images that templates may name: those of built-in templates, then those of the catalogue that can run as
 * containers.
 */
export async function listTemplateImages(q: Queryable): Promise<ListedImage[]> {
  return await q.query<ListedImage>(
    `select name, title from (
       select name, title, 0 as kind, position from template where tenant_id is null and deleted_at is null
       union all
       select tenant_image, os_name, 1, position from image
       where reference <> '' and hidden_at is null and not os_deprecated
         and not exists (select from template where tenant_id is null and deleted_at is null and name = tenant_image)) listed
     order by kind, position, name`,
  );
}

/** Chooses a template's image: a listed one by name, or the tenant's own by reference (18.5). @throws Refusal M298, M299. */
export async function chooseImage(
  q: Queryable,
  { tenantId, image }: { tenantId: number; image: string },
): Promise<Chosen> {
  if (image === "") throw Refusal.ofField("image", "Choose an image.");
  const listed = await listTemplateImages(q);
  if (listed.some(({ name }) => name === image)) return { imageOf: image, imageRef: "", imageDigest: "" };
  if (!(await mayUseOwnImages(q, tenantId))) throw Refusal.ofField("image", M.ownImagesNotAllowed);
  const place = parseImage(image);
  if (!place) throw Refusal.ofField("image", M.imageWrong({ image, problem: NO_REFERENCE }));
  const { reference: imageRef, digest: imageDigest } = place;
  const hindrance = ownImageHindrance({ ownImages: true, imageRef });
  if (hindrance !== null) throw Refusal.ofField("image", hindrance);
  return { imageOf: "", imageRef, imageDigest };
}

/** Checks whether a tenant's templates may name images by reference (18.5). */
export async function mayUseOwnImages(q: Queryable, tenantId: number): Promise<boolean> {
  const [tenant] = await q.query<{ allowed: boolean }>(
    `select own_images_at is not null as allowed from tenant where id = $1`,
    [tenantId],
  );
  return tenant?.allowed ?? false;
}

const NO_REFERENCE =
  "is not a full image reference. Write its registry, path and tag or digest in lower case, such as ghcr.io/acme/train:2.";
