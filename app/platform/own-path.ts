/** An order with a long name and all its tags fits. */
const LONGEST = 2_000;

/** One `/` at the start, no second one, no backslash, and nothing but what an address is made of. */
export function isOwnPath(path: string): boolean {
  return path.length <= LONGEST && /^\/(?!\/)[!-[\]-~]*$/.test(path);
}

/** Whether a path of ours opens Rent with something filled in. */
export function isOrder(path: string | null): path is string {
  return path !== null && isOwnPath(path) && path.startsWith("/rent?");
}

const CONFIGURED = "/configurator?";

/**
 * The path where somebody began what an account is needed for, an order or an invitation: registering leads back to it. What
 * was put together in the configurator is an order on Rent.
 */
export function begunAt(path: string | null | undefined): string | null {
  if (!path || !isOwnPath(path)) return null;
  if (path.startsWith(CONFIGURED)) return begunAt(`/rent?new=1&${path.slice(CONFIGURED.length)}`);
  return path.startsWith("/invitations/") || isOrder(path) ? path : null;
}

/** An address of ours that leads on to a path in the end. */
export function onTo(address: string, next: string | null): string {
  if (next === null || next === "") return address;
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ redirectTo: next }).toString()}`;
}
