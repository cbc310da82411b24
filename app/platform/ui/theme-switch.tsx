import { useLocation } from "@remix-run/react";
import { type MouseEvent, useState } from "react";
import { type Theme, themeCookie, themeMark, THEMES } from "~/platform/theme";
import { useRootData } from "./use-root-data";
import { Icon } from "./icon";

const LOOK = {
  system: { label: "Match system", icon: "monitor" },
  light: { label: "Light", icon: "sun" },
  dark: { label: "Dark", icon: "moon" },
} as const;

/** Chooses the theme: by a form, or by the script without a request. */
export function ThemeSwitch() {
  const root = useRootData();
  const { pathname, search } = useLocation();
  const [picked, setPicked] = useState<Theme>();
  if (!root) return null;
  const now = picked ?? root.theme;
  const pick = (theme: Theme) => (event: MouseEvent) => {
    event.preventDefault();
    const mark = themeMark(theme);
    if (mark) document.documentElement.dataset.theme = mark;
    else delete document.documentElement.dataset.theme;
    document.cookie = themeCookie(theme);
    setPicked(theme);
  };
  return (
    <form method="post" action="/theme">
      <input type="hidden" name="_token" value={root.pageToken} />
      <input type="hidden" name="redirectTo" value={pathname + search} />
      <div role="group" aria-label="Theme" className="theme-switch">
        {THEMES.map((theme) => {
          const { label, icon } = LOOK[theme];
          return (
            <button
              key={theme}
              name="theme"
              value={theme}
              aria-label={label}
              title={label}
              aria-pressed={theme === now}
              onClick={pick(theme)}
            >
              <Icon name={icon} className="size-4" />
            </button>
          );
        })}
      </div>
    </form>
  );
}
