/** Image reference: a registry with a path and an optional tag, in the form that every engine reads in the same way. */
export const IMAGE_REFERENCE = /^[a-z0-9][a-z0-9.-]*(:\d+)?(\/[a-z0-9]+([._-]+[a-z0-9]+)*)+(:[\w][\w.-]{0,127})?$/;
export const IMAGE_DIGEST = /^sha256:[0-9a-f]{64}$/;
