import { type Audience, screens } from "../../app/routes.js";

export interface ScreenAddress {
  path: string;
  /** The route's file, from `app/`. */
  file: string;
}

export interface SegmentValues {
  /**
   * Values by the name of their segment, such as `{ ruleId: 1 }`. A name that means something else on each screen, such as
   * `id`, is given by the screen's URL.
   */
  values: Record<string, string | number>;
  /** Names of segments whose screens are left out. */
  without?: readonly string[];
}

/** Every screen of an audience, by an address that leads to it. Throws for a segment without a value. */
export function screenAddresses(audience: Audience, { values, without = [] }: SegmentValues): ScreenAddress[] {
  return screens
    .filter((screen) => screen.audience === audience && !without.some((name) => segmentsOf(screen.url).includes(name)))
    .map(({ url, file }) => ({ path: addressOf(url, values), file }));
}

function segmentsOf(url: string): string[] {
  return [...url.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
}

function addressOf(url: string, values: Record<string, string | number>): string {
  return url.replace("/*", "/no-such-page").replace(/:(\w+)/g, (segment, name: string) => {
    const value = values[url] ?? values[name];
    if (value === undefined) throw new Error(`give a value for ${segment} of ${url}`);
    return String(value);
  });
}
