import type { RequestHandler, ServerBuild } from "@remix-run/node";
import { M } from "~/messages";
import { LINKS_PATH, refusal, refuseEarly } from "./early-refusal.server";
import { countAnswer } from "./http-metrics.server";
import { log } from "./log.server";
import { newFacts, type RequestFacts } from "./request-facts.server";
import { patternFinder } from "./route-pattern.server";
import { handlersOfRows } from "./row-handlers.server";
import { securityHeaders } from "./security-headers.server";
import { expectSession } from "./session.server";
import { siteFile } from "./site-files.server";
import { tracedRequest, withSpans } from "./traced-request.server";

/** The status with which other servers log a request whose client did not wait for the answer. */
const CLIENT_GONE = 499;

interface Surface {
  screens: readonly { url: string; file: string }[];
  jsonPaths: readonly { url: string; file: string }[];
}

/** The server's own answer; null leaves a request to the routes. */
type AnswerByFile = (request: Request, pathname: string) => Promise<Response> | null;

/**
 * Answers each request of this process: gathers its facts, then refuses it early, sends a file or calls the handler of
 * its row. Adds the headers of every answer (0.3, 0.10), one count and one log line.
 */
export function answerRequests(build: ServerBuild, { screens, jsonPaths }: Surface, byFile: AnswerByFile) {
  const rows = [...screens, ...jsonPaths];
  const rowOf = patternFinder(rows.map(({ url }) => url));
  const handlers = handlersOfRows(withSpans(build), rows, rowOf);
  // All of these read the session. Files do not; they share `/*` with unknown addresses.
  const ofSessions = new Set(screens.map(({ url }) => url).filter((url) => url !== "/*"));

  const answer = async (request: Request, pathname: string, row: string, facts: RequestFacts) => {
    const early = refuseEarly(request) ?? (await byFile(request, pathname)) ?? siteFile(request, pathname);
    if (early) return early;
    if (ofSessions.has(row)) expectSession(facts, request);
    const handler =
      pathname === LINKS_PATH ? handlers.ofLinks(new URL(request.url).searchParams.getAll("p")) : handlers.ofRow(row);
    return await handled(handler, request, facts);
  };

  return async (request: Request, peerAddress: string): Promise<Response> => {
    const startedMs = performance.now();
    const facts = newFacts(request, peerAddress);
    const pathname = URL.canParse(request.url) ? new URL(request.url).pathname : "";
    const route = rowOf(pathname);
    const { requestId } = facts;
    const statusOf = (response: Response) => (request.signal.aborted ? CLIENT_GONE : response.status);
    return await tracedRequest({ request, route, requestId, statusOf }, async () => {
      const response = await answer(request, pathname, route, facts).catch((error: unknown) => {
        log.error({ requestId, err: error }, "a request was not answered");
        return refusal(request, 500, M.fault({ request_id: requestId }), "FAILED");
      });
      addStandardHeaders(response, facts);
      const status = statusOf(response);
      const tookMs = performance.now() - startedMs;
      countAnswer(route, status, tookMs / 1000);
      log.info({ requestId, method: request.method, route, status, ms: Math.round(tookMs) }, "answered");
      return response;
    });
  };
}

async function handled(handler: RequestHandler, request: Request, facts: RequestFacts): Promise<Response> {
  // Remix compares Origin with the Host that a proxy passed on, and answers an empty 500 if they differ. Only our own
  // same-origin rule applies, and it uses APP_ORIGIN (0.6).
  request.headers.delete("Origin");
  return await handler(withoutDataQuery(request), { facts });
}

/** Removes `?_data=`, with which older Remix clients ask for one loader. Ours never send it, and Remix logs each request that does. */
function withoutDataQuery(request: Request): Request {
  if (!/[?&]_data\b/.test(request.url)) return request;
  const url = new URL(request.url);
  url.searchParams.delete("_data");
  return new Request(url, request);
}

function addStandardHeaders({ headers, status }: Response, { requestId }: RequestFacts): void {
  const standard = {
    ...securityHeaders(),
    "X-Request-Id": requestId,
    // Files set their own lifetime. Everything else may be private, including the target of a redirect.
    "Cache-Control": "no-store",
    ...(status === 405 ? { Allow: "GET, HEAD" } : {}),
    // Does not wait for the rest of a body that is too large or too slow.
    ...(status === 413 || status === 408 ? { Connection: "close" } : {}),
  };
  for (const [name, value] of Object.entries(standard)) if (!headers.has(name)) headers.set(name, value);
}
