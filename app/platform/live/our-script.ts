/** Names the tenant that the page shows: an answer for another one, to which its session has gone, would be a wrong one. */
export const TEAM_HEADER = "X-Millrace-Team";

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` whose requests to our own server say that a script made them (A26): the page's own, and those of the
 * router for forms and page data, and for which tenant the page was drawn. To another origin the header would only force a preflight.
 */
export function asOurScript(ask: Fetch, page: string, shownTeam: () => string | undefined = () => undefined): Fetch {
  const { origin } = new URL(page);
  return (input, init) => {
    const given = input instanceof Request ? input : null;
    if (new URL(given?.url ?? String(input), page).origin !== origin) return ask(input, init);
    const headers = new Headers(init?.headers ?? given?.headers);
    headers.set("X-Requested-With", "XMLHttpRequest");
    const team = shownTeam();
    if (team !== undefined) headers.set(TEAM_HEADER, team);
    return ask(input, { ...init, headers });
  };
}
