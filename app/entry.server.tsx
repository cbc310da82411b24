import type { AppLoadContext, EntryContext, HandleErrorFunction, ServerBuild } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { answerRequests } from "./platform/http/answer-requests.server";
import { isLocked } from "./platform/locked.server";
import { isDatabaseDown } from "./platform/http/database-fault.server";
import { documentHeaders, documentStatus } from "./platform/http/document-answer.server";
import { liveOriginOf } from "./platform/http/live-origin.server";
import { log } from "./platform/http/log.server";
import { dataScript, splitPageData } from "./platform/http/page-data.server";
import { factsOf } from "./platform/http/request-facts.server";
import { traced } from "./platform/tracing.server";
import { themeOf } from "./platform/http/theme-cookie.server";
import { unknownJsonPath } from "./platform/http/unknown-json-path.server";
import { jsonPaths, screens } from "~/routes.js";
import { SCROLL_SCRIPT } from "./platform/http/scroll-script.server";
import { SEND_ONCE_SCRIPT } from "./platform/http/send-once-script.server";
import { DocumentContext } from "./platform/ui/document-context";

export { logVersionMismatch } from "./platform/database-version.server";
export { env } from "./platform/env.server";
export { refusePooler } from "./platform/find-pooler.server";
export { writeNoted } from "./platform/http/note-active.server";
export { keepTime } from "./platform/time.server";
export { startTracing, stopTracing } from "./platform/tracing.server";
export { log };

/** Exported for app/server.ts, so that it does not load a second copy of the build's modules. */
export const answerer = (build: ServerBuild, byFile: Parameters<typeof answerRequests>[2]) =>
  answerRequests(build, { screens, jsonPaths }, byFile);

/** React's mark for a part of a page that waits or fails behind a `Suspense`. Our pages have none. */
const LEFT_OUT = "<!--$!-->";

/** Renders a screen, as a whole; scripts carry the nonce of the answer's policy (0.10). */
export default async function handleRequest(
  request: Request,
  statusCode: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const facts = factsOf({ request, context });
  if (facts.file) return facts.file;
  const { nonce, requestId } = facts;
  const status = documentStatus(facts, statusCode);
  documentHeaders(headers, { nonce, requestId, status, liveOrigin: liveOriginOf(request) });
  // A 404 of a screen, for example for an unknown user id, is a page for every caller.
  const isScreen = (remixContext.staticHandlerContext.matches.at(-1)?.route.path ?? "*") !== "*";
  const unknown = isScreen ? null : unknownJsonPath(request, status, headers);
  if (unknown) return unknown;
  const { context: rendered, data } = await splitPageData(remixContext);
  const parts = new Set<string>();
  const html = await traced("render", async () =>
    renderToString(
      <DocumentContext.Provider
        value={{
          nonce,
          requestId,
          status,
          earlyScript: `${SCROLL_SCRIPT}${SEND_ONCE_SCRIPT}`,
          theme: themeOf(request),
          parts,
        }}
      >
        <RemixServer context={rendered} url={request.url} nonce={nonce} />
      </DocumentContext.Provider>,
    ),
  );
  if (html.includes(LEFT_OUT)) log.error({ requestId }, "a part of a screen was left to its script");
  return new Response(`<!DOCTYPE html>${html}${dataScript({ data, parts, nonce })}`, { headers, status });
}

/** Logs a screen's fault under the id that its error page shows (M10). */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A refusal with its own status, such as an unknown address, is no fault.
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const facts = factsOf({ request, context });
  const { requestId } = facts;
  facts.databaseDown = isDatabaseDown(error) || isLocked(error);
  if (facts.databaseDown) log.warn({ requestId, err: error }, "the database did not answer");
  else log.error({ requestId, err: error }, "a screen failed");
};
