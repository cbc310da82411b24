import { Link } from "./link";
import { openTo } from "./navigation";
import { SETTINGS_SCREENS, type SettingsScreen } from "./settings-screens";
import { useCurrentInSight } from "./use-current-in-sight";
import { useRootData } from "./use-root-data";

/**
 * Lists the settings screens next to the open one, or above it in a scrolling row if there is little room. Screens that
 * a member may not open are omitted (16.2).
 */
export function SettingsList({ current }: { current: SettingsScreen }) {
  const screens = openTo(SETTINGS_SCREENS, useRootData()?.viewer?.hidden);
  const row = useCurrentInSight(screens.indexOf(current));
  return (
    <nav
      ref={row}
      aria-label="Settings"
      className="flex gap-0.5 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:border-b max-lg:px-4 max-lg:pb-2 sm:max-lg:-mx-6 sm:max-lg:px-6 lg:sticky lg:top-22 lg:flex-col"
    >
      {screens.map((screen) => (
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
