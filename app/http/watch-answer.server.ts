import type { ServerResponse } from "node:http";
import { securityHeaders } from "./security-headers.server";

/** As other servers log a request whose client did not wait for the answer. */
const CLIENT_GONE = 499;

/** A request by its id, and what it asks for, without its search. */
export interface Asked {
  requestId: string;
  method: string;
  pathname: string;
}

/** Told of each answer that was sent or given up, with what it answers, and how long it took. */
export type AnswerOf = (answer: Asked & { status: number; tookMs: number }) => void;

/** Gives every answer of this server the headers that it lacks (0.3, 0.10), files and redirects too, and tells of it. */
export function watchAnswer(response: ServerResponse, asked: Asked, tell: AnswerOf): void {
  const startedMs = performance.now();
  const { writeHead } = response;
  response.writeHead = function (this: ServerResponse, ...given: unknown[]) {
    const status = typeof given[0] === "number" ? given[0] : response.statusCode;
    for (const [name, value] of Object.entries(headersOf(status, asked.requestId))) {
      if (!response.hasHeader(name)) response.setHeader(name, value);
    }
    return Reflect.apply(writeHead, this, given) as ServerResponse;
  } as ServerResponse["writeHead"];
  // Comes after the last byte, and also when the client went away before it.
  response.once("close", () => {
    const status = response.writableFinished ? response.statusCode : CLIENT_GONE;
    tell({ ...asked, status, tookMs: performance.now() - startedMs });
  });
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
