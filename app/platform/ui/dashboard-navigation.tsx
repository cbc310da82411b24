import { useLocation } from "@remix-run/react";
import { OF_RANGE } from "./range-filter";
import { NavLink } from "./link";
import type { NavItem } from "./navigation";
import { Tabs } from "./tabs";
import { useCurrentInSight } from "./use-current-in-sight";

/** A group of screens in the dashboard's menu (A29). */
export interface NavGroup {
  label: string;
  /** `letter`: the key that leads there after `g`. */
  screens: (NavItem & { letter?: string })[];
  /** Beginnings of the addresses of pages that these screens lead to. */
  below: string[];
}

/** The operators' screens: a row of their groups, and under it a row of the group that is open. */
export function DashboardNavigation({ groups }: { groups: NavGroup[] }) {
  const { pathname: path, search } = useLocation();
  // Our routes ignore capitals.
  const pathname = path.toLowerCase();
  const open = groups.find((group) => hasScreen(group, pathname));
  const row = useCurrentInSight(open?.screens.findIndex(({ to }) => to === pathname) ?? -1);
  return (
    <div className="flex flex-col gap-3">
      <Tabs
        label="Dashboard"
        tabs={[
          { label: "Overview", to: "/dashboard", current: pathname === "/dashboard" },
          ...groups.map((group) => ({ ...tabOf(group, pathname), around: group === open })),
        ]}
      />
      {open && open.screens.length > 1 ? (
        <nav ref={row} aria-label={open.label} className="flex gap-1 max-sm:overflow-x-auto sm:flex-wrap">
          {open.screens.map((screen) => (
            <NavLink key={screen.to} to={`${screen.to}${rangeIn(search)}`} end className="header-link">
              {screen.label}
            </NavLink>
          ))}
        </nav>
      ) : null}
    </div>
  );
}

/** Leads to the group's first screen; a group of one screen has the screen's name. */
function tabOf({ label, screens: [first, ...others] }: NavGroup, pathname: string) {
  const to = first?.to ?? "/dashboard";
  return { label: others.length === 0 && first ? first.label : label, to, current: pathname === to };
}

function hasScreen({ screens, below }: NavGroup, pathname: string): boolean {
  if (screens.some(({ to }) => to === pathname)) return true;
  // A group named after its only screen is not the parent of the screens below it.
  return screens.length > 1 && below.some((start) => pathname.startsWith(start));
}

/** The days that are shown, as a query: screens of a group show the same ones. */
function rangeIn(search: string): string {
  const asked = new URLSearchParams(search);
  const kept = new URLSearchParams([...asked].filter(([name]) => OF_RANGE.includes(name)));
  return kept.size > 0 ? `?${kept.toString()}` : "";
}
