/** A screen of the settings: its label is the screen's title. */
export interface SettingsScreen {
  to: string;
  label: string;
}

/** The settings screens, in the order of their list. To add a screen, add a row here. */
export const SETTINGS_SCREENS: SettingsScreen[] = [
  { to: "/user", label: "Profile" },
  { to: "/settings", label: "Company and address" },
  { to: "/user/notifications", label: "Notifications" },
  { to: "/user/security", label: "Security" },
  { to: "/user/team", label: "Team" },
  { to: "/keys", label: "SSH keys" },
  { to: "/user/api-keys", label: "API keys" },
  { to: "/user/webhooks", label: "Webhooks" },
  { to: "/user/data", label: "Your data" },
];

/** The row that an address belongs to; null outside the settings. */
export function settingsScreenOf(pathname: string): SettingsScreen | null {
  // Our routes ignore capitals.
  const path = pathname.toLowerCase().replace(/\/+$/, "");
  return SETTINGS_SCREENS.find(({ to }) => path === to || (to !== "/user" && path.startsWith(`${to}/`))) ?? null;
}
