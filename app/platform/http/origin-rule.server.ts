import { M } from "~/messages";
import { Refusal } from "~/platform/refusal";
import { isScriptMade, type RouteArgs, wantsHtml } from "./request-facts.server";
import { isSameOrigin } from "./same-origin.server";

/** Refuses a session's change without proof that a script of ours sent it (0.6, 0.7). */
export function requireOurScript(args: RouteArgs): void {
  const { request } = args;
  const prefetch = (request.headers.get("Sec-Purpose") ?? "").includes("prefetch");
  if (isScriptMade(request) && isSameOrigin(args) && !prefetch) return;
  throw new Refusal(M.foreignOrigin, { status: 403 });
}

/** Builds the page for a person who followed a link to a GET that changes state (0.7). */
export function refusalForPerson(request: Request, message: string): Response | null {
  if (!wantsHtml(request) || isScriptMade(request)) return null;
  const [path, name] = new URL(request.url).pathname.includes("promo")
    ? ["/billing", "billing"]
    : ["/tasks", "your tasks"];
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Millrace</title>
<h1>${message}</h1><p>Nothing was changed. <a href="${path}">Go to ${name}</a></p></html>`;
  return new Response(html, {
    status: 403,
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "default-src 'none'" },
  });
}
