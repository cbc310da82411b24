import { useLocation, useSearchParams } from "@remix-run/react";
import { ButtonLink } from "~/platform/ui/button-link";

/** Links to pages of uncounted deliveries; each begins after the last delivery. */
export function Places({ isFirst, next }: { isFirst: boolean; next: string | null }) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  if (isFirst && next === null) return null;
  const to = (before: string | null) => {
    const wanted = new URLSearchParams(search);
    if (before === null) wanted.delete("before");
    else wanted.set("before", before);
    return `${pathname}?${wanted.toString()}`;
  };
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2 border-t px-4 py-3 sm:px-5">
      {isFirst ? null : (
        <ButtonLink size="small" to={to(null)}>
          Newest
        </ButtonLink>
      )}
      {next ? (
        <ButtonLink size="small" to={to(next)} rel="next">
          Older
        </ButtonLink>
      ) : null}
    </nav>
  );
}
