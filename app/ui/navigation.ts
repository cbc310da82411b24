import type { Role } from "~/domain/role";
import { type Menu, menuScreens } from "~/menu-screens.js";

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

/** What the header offers to whom (2.1): `bar` beside the logo where there is room, and both in the menu. */
export function navigationFor(role: Role | null): { bar: NavItem[]; more: NavItem[] } {
  if (role === null) return { bar: VISITORS, more: [] };
  return { bar: role === "customer" ? CUSTOMERS : [...STAFF, ...CUSTOMERS], more: VISITORS };
}

function menu(name: Menu): NavItem[] {
  return menuScreens.filter(({ menus }) => menus.includes(name)).map(({ label, url }) => ({ label, to: url }));
}
