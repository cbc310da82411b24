import { z } from "zod";

/** The id from a field that holds an id or an expanded object. */
export function idOf(field: string | { id: string } | null | undefined): string | null {
  if (!field) return null;
  return typeof field === "string" ? field : field.id;
}

/**
 * Checks that a browser's text can be a provider id. It becomes part of a path, and other text could name another path.
 */
export function isId(text: string): boolean {
  return /^[A-Za-z0-9_]{1,255}$/.test(text);
}

/** The id of a row of ours that the provider keeps in the metadata of an object; null if others made the object. */
export function rowIdOf(metadata: Record<string, string> | null, of: "topup" | "subscription"): string | null {
  const id = metadata?.[of];
  return id !== undefined && z.uuid().safeParse(id).success ? id : null;
}
