import type { Menu } from "~/platform/route-rows.js";
import { type Menus, type NavItem, openTo } from "~/platform/ui/navigation";
import { type Screen, screens } from "~/routes.js";

// The table does not change while a process runs, and every page asks for its menus.
const VISITORS = menu("visitors");
const CUSTOMERS = menu("customers");
const STAFF = menu("staff");
const USER = menu("user");
const FOOTER = menu("footer");

/** Returns the menus of a role (2.1), without the screens that are hidden from a member, by their folder (16.2). */
export function menusFor(role: string | null, hidden: readonly string[] = []): Menus {
  if (role === null) return { bar: VISITORS, more: [], user: [], footer: FOOTER };
  const bar = role === "customer" ? CUSTOMERS : [...STAFF, ...CUSTOMERS];
  return { bar: openTo(bar, hidden), more: VISITORS, user: openTo(USER, hidden), footer: FOOTER };
}

function menu(name: Menu): NavItem[] {
  const offered = screens.filter(({ menus }) => menus?.[name] !== undefined);
  const place = ({ menus }: Screen) => menus?.[name] ?? 0;
  return offered.toSorted((one, other) => place(one) - place(other)).map(({ label = "", url }) => ({ label, to: url }));
}
