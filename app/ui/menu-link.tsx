import { NavLink } from "@remix-run/react";
import { classes } from "./classes";
import type { NavItem } from "./navigation";

/** A line of an opened menu. */
export function MenuLink({ item }: { item: NavItem }) {
  return (
    <NavLink
      to={item.to}
      end
      className={({ isActive }) =>
        classes(
          "block rounded-control px-3 py-2 text-sm hover:bg-sunken",
          isActive ? "font-medium text-ink" : "text-muted hover:text-ink",
        )
      }
    >
      {item.label}
    </NavLink>
  );
}
