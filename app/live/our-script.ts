type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` whose requests to our own server say that a script made them (A26): the page's own, and those of the
 * router for forms and page data. To another origin the header would only force a preflight.
 */
export function asOurScript(ask: Fetch, page: string): Fetch {
  const { origin } = new URL(page);
  return (input, init) => {
    const given = input instanceof Request ? input : null;
    if (new URL(given?.url ?? String(input), page).origin !== origin) return ask(input, init);
    const headers = new Headers(init?.headers ?? given?.headers);
    headers.set("X-Requested-With", "XMLHttpRequest");
    return ask(input, { ...init, headers });
  };
}
