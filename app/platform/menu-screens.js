/**
 * The screens that every page offers in its header, its user menu or its footer, in the order of those menus. They are
 * rows of the routes table; they stand apart from it because the browser's script holds this file and not the table
 * (decision 0040). A screen's folder is named by the end of its URL.
 */

/** @typedef {"visitors" | "customers" | "staff" | "user" | "footer"} Menu */
/** @typedef {"public" | "customer" | "operator"} Audience */
/** @typedef {{ audience: Audience, url: string, label: string, menus: Menu[] }} MenuScreen */

/** @type {(audience: Audience, url: string, label: string, ...menus: Menu[]) => MenuScreen} */
const offered = (audience, url, label, ...menus) => ({ audience, url, label, menus });

/** @type {MenuScreen[]} */
export const menuScreens = [
  offered("public", "/pricing", "Pricing", "visitors"),
  offered("public", "/configurator", "Configurator", "visitors"),
  offered("public", "/free", "Free capacity", "visitors"),
  offered("public", "/faq", "FAQ", "visitors", "footer"),
  offered("public", "/resource", "Resources", "footer"),
  offered("public", "/api", "API", "footer"),
  offered("public", "/contact", "Contact", "visitors", "footer"),
  offered("public", "/status", "Status", "footer"),
  offered("public", "/changelog", "Changelog", "footer"),
  offered("public", "/terms", "Terms", "footer"),
  offered("public", "/privacy", "Privacy", "footer"),

  offered("customer", "/tasks", "Tasks", "customers"),
  offered("public", "/rent", "Rent", "customers"),
  offered("customer", "/billing", "Billing", "customers"),
  offered("customer", "/subscription", "Subscription", "customers"),
  offered("customer", "/volumes", "Volumes", "customers"),
  offered("customer", "/templates", "Templates", "customers"),
  offered("customer", "/keys", "SSH keys", "customers"),

  offered("customer", "/user", "Profile", "user"),
  offered("customer", "/settings", "Company and address", "user"),
  offered("customer", "/user/security", "Security", "user"),
  offered("customer", "/user/team", "Team", "user"),
  offered("customer", "/user/webhooks", "Webhooks", "user"),
  offered("customer", "/logout", "Log out", "user"),

  offered("operator", "/dashboard", "Dashboard", "staff"),
];
