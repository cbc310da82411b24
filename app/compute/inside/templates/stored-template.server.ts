import type { StoredTemplate } from "~/compute/list-templates.server";
import { M } from "~/compute/messages";
import { env } from "~/platform/env.server";
import { isRegistryAllowed, registryOf } from "./own-image";

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

/** The image to pull now, or why it cannot be started (M298, M299). */
export function imageOf(template: StoredTemplate): PulledImage | { hindrance: string } {
  const { own, imageRef, imageDigest, houseRef, houseDigest, tenantImage, registryPassword } = template;
  const listed = { ownImage: false, registryUsername: "", registryPassword: null };
  if (template.imageOf === "") {
    const hindrance = own ? ownImageHindrance(template) : null;
    if (hindrance !== null) return { hindrance };
    const credentials = own
      ? { ownImage: true, registryUsername: template.registry_username, registryPassword }
      : listed;
    return { tenantImage: null, imageRef, imageDigest, ...credentials };
  }
  if (houseRef !== null) return { tenantImage: null, imageRef: houseRef, imageDigest: houseDigest ?? "", ...listed };
  if (tenantImage !== null) return { tenantImage, imageRef: "", imageDigest: "", ...listed };
  return {
    hindrance: M.imageWrong({ image: template.imageOf, problem: "is no longer offered. Choose another image." }),
  };
}

/** Why a tenant's own image may not be started; null if it may. */
export function ownImageHindrance({ ownImages, imageRef }: { ownImages: boolean; imageRef: string }): string | null {
  if (!ownImages) return M.ownImagesNotAllowed;
  if (isRegistryAllowed(registryOf(imageRef), env.IMAGE_REGISTRIES)) return null;
  return M.imageWrong({
    image: registryOf(imageRef),
    problem: "is not a registry that images may come from here. Choose another one.",
  });
}
