import type { Role } from "~/platform/role";
import type { Menu } from "~/platform/route-rows.js";
import { type NavItem, openTo } from "~/platform/ui/navigation";
import { type Screen, screens } from "~/routes.js";

/** The entries of header, user menu and footer for a user or visitor. */
export interface Menus {
  /** Next to the logo where there is room, and in the menu. */
  bar: NavItem[];
  /** In the menu alone. */
  more: NavItem[];
  user: NavItem[];
  footer: NavItem[];
}

/** The menus of a role (2.1), without the screens that a member may not look at, by their folder (16.2). */
export function menusFor(role: Role | null, hidden: readonly string[] = []): Menus {
  const footer = menu("footer");
  if (role === null) return { bar: menu("visitors"), more: [], user: [], footer };
  const bar = role === "customer" ? menu("customers") : [...menu("staff"), ...menu("customers")];
  return { bar: openTo(bar, hidden), more: menu("visitors"), user: openTo(menu("user"), hidden), footer };
}

function menu(name: Menu): NavItem[] {
  const offered = screens.filter(({ menus }) => menus?.[name] !== undefined);
  const place = ({ menus }: Screen) => menus?.[name] ?? 0;
  return offered.toSorted((one, other) => place(one) - place(other)).map(({ label = "", url }) => ({ label, to: url }));
}
