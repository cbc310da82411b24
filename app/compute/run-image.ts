/** The image of a task's row: a catalogue image by its name, a template's own image by its reference. */
export const RUN_IMAGE = "coalesce(nullif(image_ref, ''), tenant_image)";
