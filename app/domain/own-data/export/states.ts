/** States of an export: asked for, made, or given up. */
export type ExportState = "waiting" | "ready" | "failed";

export const EXPORT_DAYS = 7;
export const EXPORTS_A_DAY = 3;
/** The job begins one so often before it is given up. */
export const EXPORT_ATTEMPTS = 3;
const DAY_MS = 86_400_000;

export const exportEnd = (now: Date) => new Date(now.getTime() + EXPORT_DAYS * DAY_MS);
export const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS);
