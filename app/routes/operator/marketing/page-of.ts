const PAGE_SIZE = 25;

/** A page of a list: a number that is none is the first, one beyond the last page the last (9.5). */
export function pageFor(total: number, wanted: string | null) {
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = /^[1-9]\d{0,8}$/.test(wanted ?? "") ? Math.min(pages, Number(wanted)) : 1;
  return { total, page, pages, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
}
