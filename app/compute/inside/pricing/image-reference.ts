/** A registry with a path below it and perhaps a tag, as every engine reads it the same way. */
export const IMAGE_REFERENCE = /^[a-z0-9][a-z0-9.-]*(:\d+)?(\/[a-z0-9]+([._-]+[a-z0-9]+)*)+(:[\w][\w.-]{0,127})?$/;
export const IMAGE_DIGEST = /^sha256:[0-9a-f]{64}$/;
