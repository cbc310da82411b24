import type { Role } from "~/domain/users/role";

export interface NavItem {
  label: string;
  to: string;
}

const PUBLIC: NavItem[] = [
  { label: "Pricing", to: "/pricing" },
  { label: "Configurator", to: "/configurator" },
  { label: "Free capacity", to: "/free" },
  { label: "FAQ", to: "/faq" },
  { label: "Contact", to: "/contact" },
];

const CUSTOMER: NavItem[] = [
  { label: "Tasks", to: "/tasks" },
  { label: "Rent", to: "/rent" },
  { label: "Billing", to: "/billing" },
  { label: "Subscription", to: "/subscription" },
  { label: "SSH keys", to: "/keys" },
];

const STAFF: NavItem[] = [{ label: "Dashboard", to: "/dashboard" }];

/** The screens of the dashboard, in the order of its own navigation. */
export const DASHBOARD: NavItem[] = [
  { label: "Overview", to: "/dashboard" },
  { label: "Nodes", to: "/dashboard/nodes" },
  { label: "Scheduled", to: "/dashboard/scheduled" },
  { label: "Free capacity", to: "/dashboard/free" },
  { label: "Money", to: "/dashboard/money" },
  { label: "Marketing", to: "/dashboard/marketing" },
];

/** The menu under the user's name. */
export const USER_MENU: NavItem[] = [
  { label: "Profile", to: "/user" },
  { label: "Settings", to: "/settings" },
  { label: "Security", to: "/user/security" },
  { label: "Log out", to: "/logout" },
];

/** What the header offers to whom (2.1): `bar` beside the logo where there is room, and both in the menu. */
export function navigationFor(role: Role | null): { bar: NavItem[]; more: NavItem[] } {
  if (role === null) return { bar: PUBLIC, more: [] };
  return { bar: role === "customer" ? CUSTOMER : [...STAFF, ...CUSTOMER], more: PUBLIC };
}
