/** The names that every machine has for itself. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Checks that only this machine reaches the origin: there is no proxy in front, and no other name leads there. */
export function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return LOOPBACK.includes(hostname) || hostname.startsWith("127.");
}

/** Lists all origins of the same server: each loopback name on this machine, otherwise its own only. */
export function originsOf(origin: string): string[] {
  const own = new URL(origin).origin;
  return isLoopback(own) ? [...new Set([own, ...LOOPBACK.map((name) => renamed(own, name))])] : [own];
}

/**
 * Returns an origin under the name of the page where both are on this machine. A page at `localhost` that called
 * `127.0.0.1` would be another site to the browser and send no cookies.
 */
export function byNameOf(page: URL, origin: string): string {
  return isLoopback(origin) && isLoopback(page.origin) ? renamed(origin, page.hostname) : origin;
}

/**
 * Returns a check of the `Host` header for a server at these origins. On this machine it accepts only its own names:
 * another site could otherwise point its name here and read the answers (DNS rebinding). Elsewhere there is a proxy in
 * front, which may pass on any name.
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
