import { env } from "~/platform/env.server";
import { byNameOf } from "./own-names";

/** Returns the origin to which the page of this request opens its socket. */
export function liveOriginOf(request: Request): string {
  return byNameOf(new URL(request.url), env.LIVE_ORIGIN);
}
