import { randomBytes } from "node:crypto";
import type { EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { isDatabaseDown } from "~/http/database-fault.server";
import { documentHeaders, documentStatus, noteDatabaseDown } from "~/http/document-answer.server";
import { countAnswer } from "~/http/http-metrics.server";
import { log } from "~/http/log.server";
import { markRequests } from "~/http/mark-requests.server";
import { handleByRow } from "~/http/own-routes.server";
import { pageBody } from "~/http/page-body.server";
import { quietServe } from "~/http/quiet-serve.server";
import { requestIdOf } from "~/http/request-facts.server";
import { patternFinder } from "~/http/route-pattern.server";
import { unknownJsonPath } from "~/http/unknown-json-path.server";
import { jsonPaths, screens } from "~/routes.js";
import { DocumentContext } from "~/ui/document-context";

const rows = [...screens, ...jsonPaths];
const patternOf = patternFinder(rows.map(({ url }) => url));

quietServe();
handleByRow(rows, patternOf);
markRequests(({ requestId, method, pathname, status, tookMs }) => {
  const route = patternOf(pathname);
  countAnswer(route, status, tookMs / 1000);
  log.info({ requestId, method, route, status, ms: Math.round(tookMs) }, "answered");
});

/**
 * Renders a screen; scripts carry the nonce of the answer's policy (0.10). No part of it is waited for after its loaders:
 * it goes out in one piece, and then, after its end, what its script is to know.
 */
export default function handleRequest(
  request: Request,
  statusCode: number,
  headers: Headers,
  remixContext: EntryContext,
): Promise<Response> | Response {
  const requestId = requestIdOf(request);
  const nonce = randomBytes(16).toString("base64");
  const status = documentStatus(request, statusCode);
  documentHeaders(headers, { nonce, requestId, status });
  return unknownJsonPath(request, status, headers) ?? render();

  function render(): Promise<Response> {
    return new Promise((resolve, reject) => {
      let isOut = false;
      const { pipe } = renderToPipeableStream(
        <DocumentContext.Provider value={{ nonce, requestId, status }}>
          <RemixServer context={remixContext} url={request.url} nonce={nonce} />
        </DocumentContext.Provider>,
        {
          nonce,
          onShellReady: () => {
            isOut = true;
            const { sink, body } = pageBody();
            pipe(sink);
            resolve(new Response(body, { headers, status }));
          },
          onShellError: reject,
          onError: (error: unknown) => {
            // An error of the page itself is rejected above and logged by Remix.
            if (isOut) log.error({ requestId, err: error }, "a screen failed while it was sent");
          },
        },
      );
    });
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
