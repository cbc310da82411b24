/** The id in a field that holds an id or, expanded, the whole object. */
export function idOf(field: string | { id: string } | null | undefined): string | null {
  if (!field) return null;
  return typeof field === "string" ? field : field.id;
}

/** Whether a text from a browser can be one of the provider's ids. It becomes part of a path: any other text could name another path. */
export function isId(text: string): boolean {
  return /^[A-Za-z0-9_]{1,255}$/.test(text);
}
