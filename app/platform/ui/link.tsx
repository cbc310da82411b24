import { useLocation } from "@remix-run/react";
import type { AnchorHTMLAttributes } from "react";

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  /** An address of ours: a path, or `?` and a search of the same path. */
  to: string;
  /** Makes the browser load the page itself even with script. */
  reloadDocument?: boolean;
  /** The page keeps its scroll position. */
  preventScrollReset?: boolean;
}

/** Addresses of screens have at most two parts; longer ones are rows of a list. */
const OF_ROW = /^(\/+[^/?#]+){3}/;

/**
 * A link to one of our screens. It is a plain anchor: the router's own component works each address out several times,
 * and a page has a hundred links. `useLinks` lets the router follow it (decision 0415). Remix requests the routes of
 * links with `data-discover` ahead of time. Links of rows are omitted: they share one route, which comes with the
 * first click, and three lists of them exceed what one request may ask for. It has no state, so a component that only
 * adds a class calls it as a function, which saves React a component per link.
 */
export function Link({ to, reloadDocument, preventScrollReset, children, ...rest }: LinkProps) {
  return (
    <a
      href={to}
      {...(reloadDocument ? {} : { [isOfRow(to) ? "data-follow" : "data-discover"]: "" })}
      data-keep-scroll={preventScrollReset ? "" : undefined}
      {...rest}
    >
      {children}
    </a>
  );
}

function isOfRow(to: string): boolean {
  return OF_ROW.test(to);
}

interface NavLinkProps extends LinkProps {
  /** Marks it as current on that screen only, not on those below it. */
  end?: boolean;
}

/** A link that is marked when it leads to the current screen. */
export function NavLink({ end = false, ...rest }: NavLinkProps) {
  // Our routes ignore capitals.
  const pathname = useLocation().pathname.toLowerCase();
  const current = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`));
  return <Link aria-current={current ? "page" : undefined} {...rest} />;
}
