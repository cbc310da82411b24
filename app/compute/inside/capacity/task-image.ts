import { imageName } from "~/compute/image-name";

/** The image of a task's containers: its template's, else the catalogue's; an empty reference if there is none. */
export interface StoredImage {
  reference: string;
  digest: string;
}

/** Name of the image for agents; null if there is nothing to pull. */
export function nameOfImage(image: StoredImage): string | null {
  return image.reference === "" ? null : imageName(image);
}
