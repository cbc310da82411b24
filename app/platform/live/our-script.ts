/**
 * Names the tenant that the page shows: the session may have switched to another one, whose data must not appear here.
 */
export const TEAM_HEADER = "X-Millrace-Team";

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` that marks requests to our own server as a script's (A26) and names the tenant that the page was drawn for.
 * It serves the page's own calls and the router's, for forms and page data. Other origins get no header: it would only
 * force a preflight.
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
