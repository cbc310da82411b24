const NAMES: Record<string, string> = { google: "Google", github: "GitHub", openid: "Single sign-on" };

/** What a provider is called where the configuration does not offer it any more. */
export function providerName(id: string): string {
  return NAMES[id] ?? id;
}
