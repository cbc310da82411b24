import { NavLink } from "./link";
import type { NavItem } from "./navigation";

/** A line of an opened menu. */
export function MenuLink({ item }: { item: NavItem }) {
  return (
    <NavLink to={item.to} end className="menu-link">
      {item.label}
    </NavLink>
  );
}
