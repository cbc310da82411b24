/** What a row of task runs: an image of the catalogue by its name, a template's own by its reference. */
export const RUN_IMAGE = "coalesce(nullif(image_ref, ''), tenant_image)";
