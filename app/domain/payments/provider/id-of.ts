/** The id in a field that holds an id or, expanded, the whole object. */
export function idOf(field: string | { id: string } | null | undefined): string | null {
  if (!field) return null;
  return typeof field === "string" ? field : field.id;
}

/** Whether a text that a browser sent can be an id of the provider: any other would ask for another of its addresses. */
export function isId(text: string): boolean {
  return /^[A-Za-z0-9_]{1,255}$/.test(text);
}
