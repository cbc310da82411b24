import { randomBytes } from "node:crypto";
import type { EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { isDatabaseDown } from "~/http/database-fault.server";
import { documentHeaders, documentStatus, noteDatabaseDown } from "~/http/document-answer.server";
import { countAnswer } from "~/http/http-metrics.server";
import { log } from "~/http/log.server";
import { markRequests } from "~/http/mark-requests.server";
import { withMatchedRoutes } from "~/http/matched-routes.server";
import { quietServe } from "~/http/quiet-serve.server";
import { requestIdOf } from "~/http/request-facts.server";
import { patternFinder } from "~/http/route-pattern.server";
import { unknownJsonPath } from "~/http/unknown-json-path.server";
import { jsonPaths, screens } from "~/routes.js";
import { DocumentContext } from "~/ui/document-context";

const patternOf = patternFinder([...screens, ...jsonPaths].map(({ url }) => url));

quietServe();
markRequests(({ requestId, method, pathname, status, tookMs }) => {
  const route = patternOf(pathname);
  countAnswer(route, status, tookMs / 1000);
  log.info({ requestId, method, route, status, ms: Math.round(tookMs) }, "answered");
});

/**
 * Renders a screen; scripts carry the nonce of the answer's policy (0.10). It is sent as a whole: no part of a screen is
 * waited for after its loaders, and what browsers paint of half a page jumps when the rest comes.
 */
export default function handleRequest(
  request: Request,
  statusCode: number,
  headers: Headers,
  remixContext: EntryContext,
): Response {
  const requestId = requestIdOf(request);
  const nonce = randomBytes(16).toString("base64");
  const status = documentStatus(request, statusCode);
  documentHeaders(headers, { nonce, requestId, status });
  return unknownJsonPath(request, status, headers) ?? new Response(render(), { headers, status });

  function render(): string {
    return `<!DOCTYPE html>${renderToString(
      <DocumentContext.Provider value={{ nonce, requestId, status }}>
        <RemixServer context={withMatchedRoutes(remixContext)} url={request.url} nonce={nonce} />
      </DocumentContext.Provider>,
    )}`;
  }
}

/** A fault of a screen, under the id that its error page shows (M10). */
export const handleError: HandleErrorFunction = (error, { request }) => {
  // A refusal with a status of its own, such as an address that names nothing, is no fault.
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const requestId = requestIdOf(request);
  if (isDatabaseDown(error)) {
    noteDatabaseDown(request);
    log.warn({ requestId, err: error }, "the database did not answer");
  } else log.error({ requestId, err: error }, "a screen failed");
};
