import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import { hostOf } from "~/accounts/endpoint-url";
import { isLoopbackAddress, isPublicAddress } from "~/platform/public-address";

/** Why nothing was sent, in words for the customer. */
export class NotSent extends Error {}

/** Resolves a name to all its addresses. */
export type Resolve = (host: string) => Promise<string[]>;

const bySystem: Resolve = async (host) => (await lookup(host, { all: true, verbatim: true })).map((one) => one.address);

/**
 * Finds the address to connect to (15.3). It is resolved for each attempt, since it may change. All addresses must be
 * public; each further attempt uses the next one.
 */
export async function findAddress(given: {
  url: URL;
  attempt: number;
  loopback: boolean;
  resolve?: Resolve;
}): Promise<string> {
  const { url, attempt, loopback, resolve = bySystem } = given;
  const host = hostOf(url);
  const found = ipaddr.isValid(host)
    ? [host]
    : await resolve(host).catch(() => {
        throw new NotSent("The host name was not found.");
      });
  const address = found[attempt % found.length];
  if (address === undefined) throw new NotSent("The host name was not found.");
  const wrong = found.find((one) => !isPublicAddress(one) && !(loopback && isLoopbackAddress(one)));
  if (wrong !== undefined) throw new NotSent("The host name leads to a private address.");
  return address;
}
