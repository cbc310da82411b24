/** A visitor's colour scheme: the system's, which needs no cookie, or always light or dark. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = "millrace_theme";
export const THEME_LASTS_S = 365 * 86_400;

export function isTheme(value: string | null): value is Theme {
  return THEMES.some((theme) => theme === value);
}

/** The value of `<html data-theme>`; without it the system decides. */
export function themeMark(theme: Theme): "light" | "dark" | undefined {
  return theme === "system" ? undefined : theme;
}

/** The value of a `Set-Cookie` header, or of `document.cookie`. */
export function themeCookie(theme: Theme): string {
  const [value, lastsS] = theme === "system" ? ["", 0] : [theme, THEME_LASTS_S];
  return `${THEME_COOKIE}=${value}; Path=/; Max-Age=${lastsS}; SameSite=Lax`;
}
