import { useLocation } from "@remix-run/react";
import type { AnchorHTMLAttributes } from "react";

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  /** An address of ours: a path, or `?` and a search of the same path. */
  to: string;
  /** Where the script is loaded, too, the browser loads the page itself. */
  reloadDocument?: boolean;
  /** The page stays where it is scrolled to. */
  preventScrollReset?: boolean;
}

/** Screens have two parts at most; what has more is a row of a list. */
const OF_ROW = /^(\/+[^/?#]+){3}/;

/**
 * A link to one of our screens. It is a plain anchor, for a page has a hundred of them and the router's own component
 * works its address out several times; `useLinks` lets the router follow it (decision 0415). Remix asks ahead for the routes
 * of those with `data-discover`. Rows are left out, which share one route: three lists of them are more than a request may
 * ask for, and that route comes with the first row that is followed. It has no state: what only adds a class to it calls it, which
 * saves React a component for each link of a list (decision 0415).
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
  /** Current on that screen alone, not on those below it. */
  end?: boolean;
}

/** A link that says when it leads to the current screen. */
export function NavLink({ end = false, ...rest }: NavLinkProps) {
  // Our routes do not mind capitals.
  const pathname = useLocation().pathname.toLowerCase();
  const current = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`));
  return <Link aria-current={current ? "page" : undefined} {...rest} />;
}
