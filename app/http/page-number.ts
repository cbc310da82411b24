/** The page that an address asks for; a number that is none is the first (9.5). */
export function pageNumber(search: URLSearchParams, name: string): number {
  const given = search.get(name) ?? "";
  return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : 1;
}
