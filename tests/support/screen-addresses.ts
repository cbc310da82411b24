import { type Audience, screens } from "../../app/routes.js";

export interface ScreenAddress {
  path: string;
  /** The route's file, from `app/`. */
  file: string;
}

/**
 * Every screen of an audience, by an address that leads to it. `values` are the values of its segments, such as `{ id:
 * 1 }`; a screen with any other segment is omitted.
 */
export function screenAddresses(audience: Audience, values: Record<string, string | number>): ScreenAddress[] {
  return screens
    .filter((screen) => screen.audience === audience)
    .map(({ url, file }) => ({ path: addressOf(url, values), file }))
    .filter(({ path }) => !path.includes(":"));
}

function addressOf(url: string, values: Record<string, string | number>): string {
  return url.replace("/*", "/no-such-page").replace(/:(\w+)/g, (whole, name: string) => String(values[name] ?? whole));
}
