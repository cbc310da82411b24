import { M } from "~/messages";
import { isScriptMade, wantsHtml } from "./request-facts.server";

/** Paths without screens. */
const JSON_ONLY = /^\/(v1|payments|webhooks)(\/|$)/;
/** Prefixes shared by screens and JSON paths; a request that accepts no page gets JSON. */
const SHARED = /^\/(users|billing|dashboard|faq)\//;

/** Screens of one user each, among the shared paths. They stay pages even for a user who does not exist. */
const SCREENS = /^\/users\/(view|stats)\/[^/]+\/?$/;

/** The JSON answer to a path that names nothing, if JSON is expected; null leaves the 404 page (0.4). */
export function unknownJsonPath(request: Request, status: number, headers: Headers): Response | null {
  if (status !== 404 && status !== 405) return null;
  const { pathname } = new URL(request.url);
  const isShared = SHARED.test(pathname) && !SCREENS.test(pathname);
  const expectsJson = JSON_ONLY.test(pathname) || (isShared && (isScriptMade(request) || !wantsHtml(request)));
  if (!expectsJson) return null;
  headers.delete("Content-Security-Policy");
  headers.delete("Set-Cookie");
  headers.set("Content-Type", "application/json; charset=utf-8");
  return Response.json({ retcode: "ERROR", human_readable_message: M.notFound }, { status: 404, headers });
}
