import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import {
  createReadableStreamFromReadable,
  type EntryContext,
  type HandleErrorFunction,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
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

export const streamTimeout = 10_000;

const patternOf = patternFinder([...screens, ...jsonPaths].map(({ url }) => url));

quietServe();
markRequests(({ requestId, method, pathname, status, tookMs }) => {
  const route = patternOf(pathname);
  countAnswer(route, status, tookMs / 1000);
  log.info({ requestId, method, route, status, ms: Math.round(tookMs) }, "answered");
});

/** Renders a screen; scripts carry the nonce of the answer's policy (0.10). */
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
      let shellIsOut = false;
      const begin = () => {
        shellIsOut = true;
        const body = new PassThrough();
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
        pipe(body);
      };
      // Search engines take the page as a whole; browsers begin with what is there.
      const ready = isbot(request.headers.get("User-Agent")) ? "onAllReady" : "onShellReady";
      const { pipe, abort } = renderToPipeableStream(
        <DocumentContext.Provider value={{ nonce, requestId, status }}>
          <RemixServer context={withMatchedRoutes(remixContext)} url={request.url} nonce={nonce} />
        </DocumentContext.Provider>,
        {
          nonce,
          [ready]: begin,
          onShellError: reject,
          onError: (error: unknown) => {
            // An error of the shell is rejected above and logged by Remix.
            if (shellIsOut) log.error({ requestId, err: error }, "a screen failed while it was sent");
          },
        },
      );
      setTimeout(abort, streamTimeout + 1_000).unref();
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
