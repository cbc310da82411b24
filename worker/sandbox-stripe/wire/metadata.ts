type Given = Record<string, string | number | null> | "" | null | undefined;

/** Metadata after a change: an empty value removes its key, an empty text removes all. */
export function metadata(given: Given, before: Record<string, string> | null = {}): Record<string, string> {
  if (given === "" || given === null) return {};
  const all = { ...before, ...given };
  return Object.fromEntries(
    Object.entries(all)
      .filter(([, value]) => value !== "" && value !== null)
      .map(([key, value]) => [key, String(value)]),
  );
}
