import { Link } from "./link";
import { SETTINGS_SCREENS, type SettingsScreen } from "./settings-screens";
import { useCurrentInSight } from "./use-current-in-sight";

/** The screens of the settings: beside the one that is open, and above it in a row that scrolls where there is little room. */
export function SettingsList({ current }: { current: SettingsScreen }) {
  const row = useCurrentInSight(SETTINGS_SCREENS.indexOf(current));
  return (
    <nav
      ref={row}
      aria-label="Settings"
      className="flex gap-0.5 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:border-b max-lg:px-4 max-lg:pb-2 sm:max-lg:-mx-6 sm:max-lg:px-6 lg:sticky lg:top-22 lg:flex-col"
    >
      {SETTINGS_SCREENS.map((screen) => (
        <Link
          key={screen.to}
          to={screen.to}
          aria-current={screen === current ? "page" : undefined}
          className="header-link lg:px-3 lg:py-2"
        >
          {screen.label}
        </Link>
      ))}
    </nav>
  );
}
