export interface NavItem {
  label: string;
  to: string;
}

/** The entries of header, user menu and footer for a user or visitor. */
export interface Menus {
  /** Links next to the logo if there is room, and in the menu. */
  bar: NavItem[];
  /** Items that only the menu shows. */
  more: NavItem[];
  user: NavItem[];
  footer: NavItem[];
}

/** The items whose screens are not hidden from a member (16.2); a screen's folder is the end of its address. */
export function openTo<Item extends NavItem>(items: readonly Item[], hidden: readonly string[] = []): Item[] {
  return items.filter(({ to }) => !hidden.includes(to.slice(to.lastIndexOf("/") + 1)));
}
