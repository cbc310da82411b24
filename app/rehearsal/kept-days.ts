/** Days for which an ended rehearsal is kept (A44). */
export const KEPT_DAYS = 90;
