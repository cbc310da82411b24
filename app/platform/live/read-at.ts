/**
 * Says of a JSON answer when its reading began, in ms of the server's clock: what events carry as their version where an
 * entity has none of its own (A6). `Date` has whole seconds only.
 */
export const READ_AT_HEADER = "X-Read-Ms";
