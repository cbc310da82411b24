import type { IncomingMessage, ServerResponse } from "node:http";
import { securityHeaders } from "./security-headers.server";

/** As other servers log a request whose client did not wait for the answer. */
const CLIENT_GONE = 499;

/** Told of each answer that was sent or given up: its request's id and path, and how long it took. */
export type AnswerOf = (answer: {
  requestId: string;
  method: string;
  pathname: string;
  status: number;
  tookMs: number;
}) => void;

/** Gives every answer of this server the headers that it lacks (0.3, 0.10), files and redirects too, and tells of it. */
export function watchAnswer(request: IncomingMessage, response: ServerResponse, tell: AnswerOf): void {
  const startedMs = performance.now();
  const requestId = String(request.headers["x-request-id"]);
  const { method = "GET" } = request;
  const pathname = pathnameOf(request);
  const { writeHead } = response;
  response.writeHead = function (this: ServerResponse, ...given: unknown[]) {
    const status = typeof given[0] === "number" ? given[0] : response.statusCode;
    for (const [name, value] of Object.entries(headersOf(status, requestId))) {
      if (!response.hasHeader(name)) response.setHeader(name, value);
    }
    return Reflect.apply(writeHead, this, given) as ServerResponse;
  } as ServerResponse["writeHead"];
  // Comes after the last byte, and also when the client went away before it.
  response.once("close", () => {
    const status = response.writableFinished ? response.statusCode : CLIENT_GONE;
    tell({ requestId, method, pathname, status, tookMs: performance.now() - startedMs });
  });
}

export function pathnameOf({ url = "/" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "/";
}

function headersOf(status: number, requestId: string): Record<string, string> {
  return {
    ...securityHeaders(),
    "X-Request-Id": requestId,
    // Files say how long they keep; anything else may be one person's, where a redirect leads included.
    "Cache-Control": "no-store",
    ...(status === 405 ? { Allow: "GET, HEAD" } : {}),
    // The rest of a body that is too large is not waited for.
    ...(status === 413 ? { Connection: "close" } : {}),
  };
}
