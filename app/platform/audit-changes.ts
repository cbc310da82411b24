/** A field that an action changed; null if it had or has no value. */
export interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

/** The fields that differ between before and after. A value that is not an object counts as one field. */
export function changesOf(before: unknown, after: unknown): Change[] {
  if (!isFields(before ?? {}) || !isFields(after ?? {}))
    return [{ field: "", before: textOf(before), after: textOf(after) }];
  const was = (before ?? {}) as Record<string, unknown>;
  const is = (after ?? {}) as Record<string, unknown>;
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((field) => ({ field, before: textOf(was[field]), after: textOf(is[field]) }))
    .filter((change) => change.before !== change.after);
}

/** 'state: active → suspended; days: 14' */
export function changesText(changes: Change[]): string {
  return changes.map(({ field, ...values }) => `${field && `${field}: `}${valuesText(values)}`).join("; ");
}

/** 'active → suspended', or the only value. */
export function valuesText({ before, after }: Omit<Change, "field">): string {
  if (before === null) return after ?? "none";
  return `${before} → ${after ?? "none"}`;
}

function isFields(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value === "" ? "empty" : value;
  return JSON.stringify(value);
}
