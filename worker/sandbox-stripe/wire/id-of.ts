type Reference = string | { id: string } | null | undefined;

/** The id of what another object refers to; the sandbox keeps ids alone. */
export function idOf(reference: Reference): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === "string" ? reference : reference.id;
}
