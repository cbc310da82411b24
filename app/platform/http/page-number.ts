/** Rows on a page of a list (9.5). */
const PAGE_SIZE = 25;

/** Reads the page number of an address; the first page if it is invalid (9.5). */
export function pageNumber(search: URLSearchParams, name: string): number {
  const given = search.get(name) ?? "";
  return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : 1;
}

/** Returns the rows of a page in a list of `total` rows; a page beyond the last is the last (9.5). */
export function pageOf(total: number, wanted: number) {
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(pages, wanted);
  return { total, page, pages, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
}
