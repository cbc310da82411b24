/** The names that every machine has for itself. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Whether only this machine reaches the origin: no proxy is in front of it and nobody else's name leads there. */
export function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return LOOPBACK.includes(hostname) || hostname.startsWith("127.");
}

/** All origins of the same server: one of this machine goes by each name of loopback, any other by its own alone. */
export function originsOf(origin: string): string[] {
  const own = new URL(origin).origin;
  return isLoopback(own) ? [...new Set([own, ...LOOPBACK.map((name) => renamed(own, name))])] : [own];
}

/**
 * An origin by the name under which a page was asked for, where both are this machine's: a page of `localhost` that
 * asked `127.0.0.1` would be another site to the browser, and sent without its cookies.
 */
export function byNameOf(page: URL, origin: string): string {
  return isLoopback(origin) && isLoopback(page.origin) ? renamed(origin, page.hostname) : origin;
}

/**
 * Says whether a server at these origins answers a request for a `Host`. One for this machine answers its own names
 * alone, or a foreign page could give itself a name that leads here and read the answers (DNS rebinding); elsewhere a
 * proxy is in front, which may pass on any.
 */
export function hostRule(origins: readonly [string, ...string[]]): (host: string) => boolean {
  if (!isLoopback(origins[0])) return () => true;
  const { protocol } = new URL(origins[0]);
  const own = new Set(origins.flatMap(originsOf));
  return (host) => {
    const asked = `${protocol}//${host}`;
    return URL.canParse(asked) && own.has(new URL(asked).origin);
  };
}

function renamed(origin: string, hostname: string): string {
  const { protocol, port } = new URL(origin);
  return new URL(`${protocol}//${hostname}${port && `:${port}`}`).origin;
}
