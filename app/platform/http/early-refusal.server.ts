import { M } from "~/messages";
import { env } from "~/platform/env.server";
import { hostRule, isLoopback } from "./own-names";
import { wantsHtml } from "./request-facts.server";

/** Methods that no route answers. */
const NO_METHODS = ["CONNECT", "TRACE", "TRACK"];
/**
 * Our addresses have at most six segments. Remix looks up each segment together with all before it, a millisecond each.
 */
const PARTS_MAX = 32;
/** The path at which a page's script requests the routes of its links. */
export const LINKS_PATH = "/__manifest";
/** The segments of those links are looked up in the same way; lists have 50 rows. */
const LOOKED_UP_MAX = 400;
const WRONG_HOST = `This address is not served here. Open ${env.APP_ORIGIN} instead.`;
/** The ports at which this process listens. */
const ports = [env.PORT, ...(env.METRICS_PORT === undefined ? [] : [env.METRICS_PORT + env.WEB_PROCESS - 1])];
/** Loopback hosts let the machine itself call, as `npm start` does for readiness, whatever port browsers use. */
const isOwnHost = hostRule([
  env.APP_ORIGIN,
  ...ports.map((port) => `http://127.0.0.1:${port}`),
  ...ports.flatMap(boundOrigin),
]);

/** Returns the origin at which web listens, if that is another loopback name of this machine. */
function boundOrigin(port: number): string[] {
  const origin = `http://${env.HOST.includes(":") ? `[${env.HOST}]` : env.HOST}:${port}`;
  return isLoopback(origin) ? [origin] : [];
}

/** The answer to a request that must reach no route, in the envelope (0.4); null for any other. */
export function refuseEarly(request: Request): Response | null {
  if (NO_METHODS.includes(request.method)) return refusal(request, 405, M.wrongMethod);
  if (!isReadable(request.url)) return refusal(request, 400, M.unreadable);
  const { host, pathname, search } = new URL(request.url);
  if (!isOwnHost(host)) return refusal(request, 421, WRONG_HOST);
  if (partsOf(pathname) > PARTS_MAX) return refusal(request, 404, M.notFound);
  if (pathname === LINKS_PATH && partsOf(search) > LOOKED_UP_MAX) return refusal(request, 400, M.unreadable);
  return null;
}

function partsOf(text: string): number {
  return text.match(/\/|%2f/gi)?.length ?? 0;
}

/** Checks that an address is on the web and that its escapes are UTF-8. */
function isReadable(url: string): boolean {
  if (!URL.canParse(url) || !/^https?:/.test(url)) return false;
  try {
    decodeURIComponent(new URL(url).pathname);
    return true;
  } catch {
    return false;
  }
}

/** Refuses before any route, with a page or the JSON envelope. */
export function refusal(request: Request, status: number, message: string, retcode = "ERROR"): Response {
  const asPage = wantsHtml(request);
  const body = asPage
    ? `<!doctype html><html lang="en"><meta charset="utf-8"><title>Millrace</title>
<h1>${message}</h1><p><a href="/">Go to the home page</a></p></html>`
    : JSON.stringify({ retcode, human_readable_message: message });
  return new Response(body, {
    status,
    headers: {
      "Content-Type": `${asPage ? "text/html" : "application/json"}; charset=utf-8`,
      "Content-Security-Policy": "default-src 'none'",
    },
  });
}
