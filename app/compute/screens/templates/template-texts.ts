/** Choice of the list of images that stands for a reference of one's own. */
export const OWN_IMAGE = "own";

/** What the form of a template holds. */
export interface TemplateTexts {
  name: string;
  /** Name of a listed image, or `own`. */
  image_choice: string;
  /** A reference, where the choice is `own`. */
  image: string;
  registry_username: string;
  start_command: string;
  /** Lines `NAME=value`. */
  variables: string;
  secrets: string;
  http_ports: string;
  volume_path: string;
}
