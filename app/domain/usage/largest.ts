/** A3, A13: long lists end in one row for the rest. */
export const OTHERS = "others";
export const OTHER = "Other";
export const MODELS_SHOWN = 10;

/** The names with most of something, largest first, at most so many; equal ones by name. */
export function largestOf(sums: ReadonlyMap<string, number>, most = MODELS_SHOWN): string[] {
  return [...sums]
    .sort(([one, sum], [other, otherSum]) => otherSum - sum || (one < other ? -1 : 1))
    .slice(0, most)
    .map(([name]) => name);
}
