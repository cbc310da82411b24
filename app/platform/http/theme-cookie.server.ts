import { cookieIn } from "~/accounts/session-cookie";
import { isTheme, type Theme, THEME_COOKIE } from "~/platform/theme";

/** The theme that the browser keeps. */
export function themeOf({ headers }: Request): Theme {
  const kept = cookieIn(headers.get("Cookie"), THEME_COOKIE);
  return isTheme(kept) ? kept : "system";
}
