import { useLocation, useSearchParams } from "@remix-run/react";
import { ButtonLink } from "./button-link";
import { formatPage } from "./format";

interface PagerProps {
  page: number;
  pages: number;
  name?: string;
  /** There are more pages than `pages`, uncounted. */
  more?: boolean;
  /** Names the paged list, if a screen has several. */
  of?: string;
}

/** Page links that keep the rest of the query. */
export function Pager({ page, pages, name = "page", more = false, of }: PagerProps) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const to = (target: number) => {
    const next = new URLSearchParams(search);
    next.set(name, String(target));
    return `${pathname}?${next.toString()}`;
  };
  return (
    <nav
      aria-label={of ? `Pages of ${of}` : "Pages"}
      className="flex items-center justify-between gap-3 border-t px-4 py-3 sm:px-5"
    >
      <span className="text-sm text-muted tabular-nums">{`${formatPage(page, pages)}${more ? "+" : ""}`}</span>
      <span className="flex gap-2">
        {page > 1 ? (
          <ButtonLink size="small" to={to(page - 1)} rel="prev">
            Previous
          </ButtonLink>
        ) : null}
        {page < pages || more ? (
          <ButtonLink size="small" to={to(page + 1)} rel="next">
            Next
          </ButtonLink>
        ) : null}
      </span>
    </nav>
  );
}
