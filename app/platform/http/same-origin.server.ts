import { env } from "~/platform/env.server";
import { originsOf } from "./own-names";
import { factsOf, type RouteArgs } from "./request-facts.server";

const ours = originsOf(env.APP_ORIGIN);

/** Checks that a page of ours sent the request (0.6). */
export function isSameOrigin(args: RouteArgs): boolean {
  const { headers } = args.request;
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin";
  const source = factsOf(args).origin ?? headers.get("Referer");
  return source !== null && URL.canParse(source) && ours.includes(new URL(source).origin);
}
