/** The lengths of time over which usage is summed, and how long the sums are kept (A18). */
export const GRAINS = ["minute", "hour", "day", "month"] as const;
export type Grain = (typeof GRAINS)[number];

/** Days for which sums by minute are kept. */
export const MINUTE_DAYS = 8;
export const HOUR_DAYS = 400;

export const USAGE_KINDS = ["chat", "agent", "completion"] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];

/** USAGE_PAST_DAYS, USAGE_AHEAD_MIN: how far from now an event may be. */
export const USAGE_PAST_DAYS = 7;
export const USAGE_AHEAD_MIN = 5;
