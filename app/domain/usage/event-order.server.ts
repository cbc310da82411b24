/**
 * Ids of events are given before their transactions commit, so a later one may be seen before an earlier one. Whoever
 * stores events says so first; whoever reads up to an id waits a moment for those under way, so that none with a lower id can come.
 */
export const STORE_EVENTS = `select pg_advisory_xact_lock_shared(hashtext('usage_event'), 0)`;
export const HOLD_NEW_EVENTS = `select pg_advisory_xact_lock(hashtext('usage_event'), 0)`;
