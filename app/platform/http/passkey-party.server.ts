import { isIP } from "node:net";
import type { RelyingParty } from "~/accounts/relying-party";
import { env } from "~/platform/env.server";
import { isLoopback, originsOf } from "./own-names";
import type { RouteArgs } from "./request-facts.server";

/**
 * The party that browsers create passkeys for: the name in APP_ORIGIN. Null if browsers cannot: they require a name with
 * https, or `localhost` on this machine; a page of 127.0.0.1 has no passkeys.
 */
export function partyOf({ request }: Pick<RouteArgs, "request">): RelyingParty | null {
  const own = new URL(env.APP_ORIGIN);
  if (isLoopback(own.origin)) {
    const origin = originsOf(own.origin).find((one) => new URL(one).hostname === "localhost");
    return origin && new URL(request.url).hostname === "localhost" ? { rpID: "localhost", origin } : null;
  }
  const named = !own.hostname.startsWith("[") && isIP(own.hostname) === 0;
  return named && own.protocol === "https:" ? { rpID: own.hostname, origin: own.origin } : null;
}
