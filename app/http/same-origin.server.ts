import { env } from "~/env.server";
import { CLIENT_ORIGIN } from "./mark-requests.server";

const ours = new URL(env.APP_ORIGIN).origin;

/** Whether the request proves that a page of ours sent it (0.6, same-origin proof). */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin";
  const origin = request.headers.get(CLIENT_ORIGIN) ?? request.headers.get("Origin");
  const source = origin ?? request.headers.get("Referer");
  return source !== null && originOf(source) === ours;
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}
