type Reference = string | { id: string } | null | undefined;

/** The id of a referenced object; the sandbox stores ids only. */
export function idOf(reference: Reference): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === "string" ? reference : reference.id;
}
