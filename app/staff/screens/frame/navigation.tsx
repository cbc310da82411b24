import { useLocation } from "@remix-run/react";
import { Link } from "~/platform/ui/link";
import type { NavItem } from "~/platform/ui/navigation";
import { OF_RANGE } from "~/platform/ui/range-filter";
import { useCurrentInSight } from "~/platform/ui/use-current-in-sight";

/** A group of screens in the dashboard's navigation (A29). */
export interface NavGroup {
  label: string;
  /** `letter`: the key that leads there after `g`. */
  screens: (NavItem & { letter?: string })[];
  /** Beginnings of the addresses of pages that these screens lead to. */
  below: string[];
}

/** The groups, in the header: each leads to its first screen; a group of one screen has the screen's name. */
export function GroupLinks({ groups }: { groups: NavGroup[] }) {
  const pathname = usePathname();
  const open = openGroup(groups, pathname);
  return (
    <nav aria-label="Dashboard" className="ml-2 hidden gap-0.5 lg:flex">
      <Link to="/dashboard" aria-current={pathname === "/dashboard" ? "page" : undefined} className="header-link">
        Overview
      </Link>
      {groups.map((group) => {
        const { label, screens } = group;
        const [first] = screens;
        const to = first?.to ?? "/dashboard";
        return (
          <Link
            key={label}
            to={to}
            aria-current={pathname === to ? "page" : group === open ? "true" : undefined}
            className="header-link"
          >
            {screens.length === 1 && first ? first.label : label}
          </Link>
        );
      })}
    </nav>
  );
}

/** The screens of the open group, under the header; none if it has only one. */
export function ScreenLinks({ groups }: { groups: NavGroup[] }) {
  const { search } = useLocation();
  const pathname = usePathname();
  const open = openGroup(groups, pathname);
  const row = useCurrentInSight(open?.screens.findIndex(({ to }) => isAtOrBelow(pathname, to)) ?? -1);
  if (!open || open.screens.length === 1) return null;
  return (
    <nav ref={row} aria-label={open.label} className="-ml-2.5 flex max-w-full gap-0.5 overflow-x-auto">
      {open.screens.map((screen) => (
        <Link
          key={screen.to}
          to={`${screen.to}${rangeIn(search)}`}
          aria-current={pathname === screen.to ? "page" : isAtOrBelow(pathname, screen.to) ? "true" : undefined}
          className="header-link"
        >
          {screen.label}
        </Link>
      ))}
    </nav>
  );
}

function isAtOrBelow(pathname: string, to: string): boolean {
  return `${pathname}/`.startsWith(`${to}/`);
}

/** Our routes ignore capitals. */
function usePathname(): string {
  return useLocation().pathname.toLowerCase();
}

function openGroup(groups: NavGroup[], pathname: string): NavGroup | undefined {
  return groups.find(
    ({ screens, below }) =>
      screens.some(({ to }) => to === pathname) ||
      // A group named after its only screen is not the parent of the screens below it.
      (screens.length > 1 && below.some((start) => pathname.startsWith(start))),
  );
}

/** The days that are shown, as a query: screens of a group show the same ones. */
function rangeIn(search: string): string {
  const asked = new URLSearchParams(search);
  const kept = new URLSearchParams([...asked].filter(([name]) => OF_RANGE.includes(name)));
  return kept.size > 0 ? `?${kept.toString()}` : "";
}
