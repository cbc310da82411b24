/**
 * Header with the time at which the reading of a JSON answer began, in ms of the server's clock. Events carry the same
 * value as version where an entity has none (A6). The header `Date` has whole seconds only.
 */
export const READ_AT_HEADER = "X-Read-Ms";
