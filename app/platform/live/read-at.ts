/**
 * Tells when the reading of a JSON answer began, in ms of the server's clock. Events carry the same value as their version
 * where an entity has no version (A6). The header `Date` has whole seconds only.
 */
export const READ_AT_HEADER = "X-Read-Ms";
