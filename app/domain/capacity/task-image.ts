import { imageName } from "~/domain/agent/image-name";

/** What containers are made of: of a template, else of the catalogue; an empty reference where there is none. */
export interface StoredImage {
  reference: string;
  digest: string;
}

/** As agents name it; null where there is none to pull. */
export function nameOfImage(image: StoredImage): string | null {
  return image.reference === "" ? null : imageName(image);
}
