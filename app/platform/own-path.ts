/** Longest path, long enough for an order with a long name and all its tags. */
const LONGEST = 2_000;

/** Checks that a path has one `/` at the start, no second one, no backslash, and only characters of an address. */
export function isOwnPath(path: string): boolean {
  return path.length <= LONGEST && /^\/(?!\/)[!-[\]-~]*$/.test(path);
}

/** Checks whether a path of ours opens Rent with values filled in. */
export function isOrder(path: string | null): path is string {
  return path !== null && isOwnPath(path) && path.startsWith("/rent?");
}

const CONFIGURED = "/configurator?";

/**
 * Returns the path of an order or invitation that needs an account, so that registering leads back to it. A
 * configuration from the configurator is an order on Rent.
 */
export function begunAt(path: string | null | undefined): string | null {
  if (!path || !isOwnPath(path)) return null;
  if (path.startsWith(CONFIGURED)) return begunAt(`/rent?new=1&${path.slice(CONFIGURED.length)}`);
  return path.startsWith("/invitations/") || isOrder(path) ? path : null;
}

/** Adds to an address of ours a path to continue to. */
export function onTo(address: string, next: string | null): string {
  if (next === null || next === "") return address;
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ redirectTo: next }).toString()}`;
}
