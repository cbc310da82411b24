export const VARIANTS_MAX = 4;
export const PERIOD_DAYS_MAX = 366;
/** Largest file, unpacked. */
export const FILE_MB_MAX = 64;
/** Tenants of a file: each is a row of every result. */
export const TENANTS_MAX = 2_000;
export const NAME_MAX = 80;
/** Clusters with a GPU type that a period is limited to. */
export const ROWS_MAX = 50;
/** Nodes that a variant removes, drains or changes. */
export const NODES_MAX = 200;
/** Hours that a forecast shows; the last is its whole length (A45). */
export const FORECAST_HOURS = [24, 168] as const;
/** Days for which an ended rehearsal is kept (A44). */
export const KEPT_DAYS = 90;
