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

/**
 * A link to one of our screens. It is a plain anchor, for a page has a hundred of them and the router's own component
 * works its address out several times; `useLinks` lets the router follow it (decision 0097).
 */
export function Link({ to, reloadDocument, preventScrollReset, children, ...rest }: LinkProps) {
  return (
    <a
      href={to}
      data-discover={reloadDocument ? undefined : "true"}
      data-keep-scroll={preventScrollReset ? "" : undefined}
      {...rest}
    >
      {children}
    </a>
  );
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
