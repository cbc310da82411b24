/** States of an export: requested, ready or failed. */
export type ExportState = "waiting" | "ready" | "failed";

export const EXPORT_DAYS = 7;
export const EXPORTS_A_DAY = 3;
/** Attempts at an export before it fails. */
export const EXPORT_ATTEMPTS = 3;
const DAY_MS = 86_400_000;

export const exportEnd = (now: Date) => new Date(now.getTime() + EXPORT_DAYS * DAY_MS);
export const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS);
