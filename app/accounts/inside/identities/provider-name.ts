const NAMES: Record<string, string> = { google: "Google", github: "GitHub", openid: "Single sign-on" };

/** The name of a provider that the configuration no longer offers. */
export function providerName(id: string): string {
  return NAMES[id] ?? id;
}
