import { imageName } from "~/domain/agent/image-name";

/** What containers are made of: of a template, else of the catalogue; an empty reference where there is none. */
export interface StoredImage {
  reference: string;
  digest: string;
}

/** The columns of a `StoredImage` of task `t` with its row `image` of the catalogue. */
export const TASK_IMAGE_COLUMNS = `case when t.image_ref <> '' then t.image_ref else coalesce(image.reference, '') end as reference,
  case when t.image_ref <> '' then t.image_digest else coalesce(image.digest, '') end as digest`;

/** As agents name it; null where there is none to pull. */
export function nameOfImage(image: StoredImage): string | null {
  return image.reference === "" ? null : imageName(image);
}
