/** Dollars that one click chooses. */
export const PRESETS = [25, 50, 100, 250] as const;
