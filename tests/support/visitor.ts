import { randomSecret } from "~/platform/secret.server";
import { visitorToken } from "~/platform/http/page-token.server";
import { VISITOR_COOKIE, visitorOf } from "~/platform/http/visitor.server";
import { argsOf } from "./route-args";

/** A browser in which nobody is logged in, with a page of ours open since `shownAt`. */
export function aVisitor(shownAt = new Date()) {
  return visitorWith(`${VISITOR_COOKIE}=${randomSecret()}`, shownAt);
}

/** The visitor's browser after that answer, with the page open that it leads to. */
export function visitorAfter(answer: unknown) {
  if (!(answer instanceof Response)) throw new Error("no redirect");
  return visitorWith(cookiesOf(answer));
}

/** The cookies of an answer, as a browser sends them. */
export function cookiesOf(answer: Response): string {
  const set = answer.headers.getSetCookie().filter((cookie) => !cookie.includes("Max-Age=0"));
  return set.map((cookie) => cookie.replace(/;.*/, "")).join("; ");
}

function visitorWith(cookies: string, shownAt = new Date()) {
  const request = new Request("http://127.0.0.1:3000", { headers: { Cookie: cookies } });
  const visitorId = visitorOf(argsOf(request))?.visitorId ?? "";
  return { cookies, visitorId, token: visitorToken(visitorId, shownAt) };
}
