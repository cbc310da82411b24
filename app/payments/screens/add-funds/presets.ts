/** Preset amounts in dollars. */
export const PRESETS = [25, 50, 100, 250] as const;
