import type { Role } from "~/platform/role";
import { type Menu, menuScreens } from "~/platform/menu-screens.js";

export interface NavItem {
  label: string;
  to: string;
}

const VISITORS = menu("visitors");
const CUSTOMERS = menu("customers");
const STAFF = menu("staff");
/** The menu under the user's name. */
export const USER_MENU = menu("user");
export const FOOTER = menu("footer");

/**
 * What the header offers to whom (2.1): `bar` beside the logo where there is room, and both in the menu. Screens that a
 * member may not look at, by their folder, are left out (16.2).
 */
export function navigationFor(role: Role | null, hidden: readonly string[] = []): { bar: NavItem[]; more: NavItem[] } {
  if (role === null) return { bar: VISITORS, more: [] };
  const bar = role === "customer" ? CUSTOMERS : [...STAFF, ...CUSTOMERS];
  return { bar: open(bar, hidden), more: VISITORS };
}

/** The items whose screens are not hidden; a screen's folder is the end of its address. */
export function open(items: NavItem[], hidden: readonly string[] = []): NavItem[] {
  return hidden.length === 0 ? items : items.filter(({ to }) => !hidden.includes(to.slice(to.lastIndexOf("/") + 1)));
}

function menu(name: Menu): NavItem[] {
  return menuScreens.filter(({ menus }) => menus.includes(name)).map(({ label, url }) => ({ label, to: url }));
}
