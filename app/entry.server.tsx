import { randomBytes } from "node:crypto";
import type { EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { isDatabaseDown } from "~/http/database-fault.server";
import { documentHeaders, documentStatus, noteDatabaseDown } from "~/http/document-answer.server";
import { countAnswer } from "~/http/http-metrics.server";
import { log } from "~/http/log.server";
import { markRequests } from "~/http/mark-requests.server";
import { handleByRow } from "~/http/own-routes.server";
import { pageBody } from "~/http/page-body.server";
import { withData } from "~/http/page-data.server";
import { quietServe } from "~/http/quiet-serve.server";
import { requestIdOf } from "~/http/request-facts.server";
import { patternFinder } from "~/http/route-pattern.server";
import { expectSession } from "~/http/session.server";
import { unknownJsonPath } from "~/http/unknown-json-path.server";
import { jsonPaths, screens } from "~/routes.js";
import { DocumentContext } from "~/ui/document-context";

const rows = [...screens, ...jsonPaths];
const patternOf = patternFinder(rows.map(({ url }) => url));
/** Each of them asks for the session. Not so files, which share `/*` with what names nothing. */
const ofSessions = new Set(screens.map(({ url }) => url).filter((url) => url !== "/*"));

quietServe();
handleByRow(rows, patternOf);
markRequests({
  arrived: ({ pathname, ...request }) => {
    if (ofSessions.has(patternOf(pathname))) expectSession(request);
  },
  answered: ({ requestId, method, pathname, status, tookMs }) => {
    const route = patternOf(pathname);
    countAnswer(route, status, tookMs / 1000);
    log.info({ requestId, method, route, status, ms: Math.round(tookMs) }, "answered");
  },
});

/** What React writes where a part of a page waits or fails behind a `Suspense`. Nothing of ours does. */
const LEFT_OUT = "<!--$!-->";

/** Renders a screen, as a whole; scripts carry the nonce of the answer's policy (0.10). */
export default async function handleRequest(
  request: Request,
  statusCode: number,
  headers: Headers,
  remixContext: EntryContext,
): Promise<Response> {
  const requestId = requestIdOf(request);
  const nonce = randomBytes(16).toString("base64");
  const status = documentStatus(request, statusCode);
  documentHeaders(headers, { nonce, requestId, status });
  const unknown = unknownJsonPath(request, status, headers);
  if (unknown) return unknown;

  const context = await withData(remixContext);
  const html = renderToString(
    <DocumentContext.Provider value={{ nonce, requestId, status }}>
      <RemixServer context={context} url={request.url} nonce={nonce} />
    </DocumentContext.Provider>,
  );
  if (html.includes(LEFT_OUT)) log.error({ requestId }, "a part of a screen was left to its script");
  return new Response(pageBody(`<!DOCTYPE html>${html}`, request, headers), { headers, status });
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
