/** Parses the number of a rehearsal in an address; null if it is none. */
export function rehearsalId(given: string | undefined): number | null {
  return /^[1-9]\d{0,8}$/.test(given ?? "") ? Number(given) : null;
}
