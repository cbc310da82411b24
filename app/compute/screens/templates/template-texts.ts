/** Option in the list of images for the tenant's own reference. */
export const OWN_IMAGE = "own";

export interface TemplateTexts {
  name: string;
  /** Name of a listed image, or `own`. */
  image_choice: string;
  /** A reference, if the choice is `own`. */
  image: string;
  registry_username: string;
  start_command: string;
  /** Lines `NAME=value`. */
  variables: string;
  secrets: string;
  http_ports: string;
  volume_path: string;
}
