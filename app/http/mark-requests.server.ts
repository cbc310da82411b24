import { randomUUID } from "node:crypto";
import http from "node:http";
import { env } from "~/env.server";
import { clientAddress } from "./client-address.server";
import { type AnswerOf, type Asked, watchAnswer } from "./watch-answer.server";
import { answerUnreadable } from "./unreadable-request.server";

export const REQUEST_ID = "x-request-id";
export const CLIENT_ADDRESS = "x-millrace-client";
export const CLIENT_ORIGIN = "x-millrace-origin";

const ourHost = new URL(env.APP_ORIGIN).host;

interface Told {
  /** A request that has just come off the wire; `cookies` as the browser sent them. */
  arrived: (request: Omit<Asked, "method"> & { cookies: string | undefined }) => void;
  answered: AnswerOf;
}

/**
 * Marks each request as it comes off the wire with its id and its client's address, in headers that no client can
 * set: a Remix request does not know its socket, and every copy that Remix makes of it keeps its headers. What the
 * framework would answer in its own words is answered here, and each answer is completed. Both are told of.
 */
export function markRequests({ arrived, answered }: Told): void {
  const { prototype } = http.Server;
  const emit = prototype.emit;
  prototype.emit = function (this: http.Server, ...given: unknown[]): boolean {
    const [event, request, response] = given;
    if (event === "request" && request instanceof http.IncomingMessage) {
      const requestId = mark(request);
      if (response instanceof http.ServerResponse) {
        const { method = "GET", url = "/", headers } = request;
        const pathname = url.split("?", 1)[0] ?? "/";
        watchAnswer(response, { requestId, method, pathname }, answered);
        if (answerUnreadable(request, response)) return true;
        arrived({ requestId, pathname, cookies: headers.cookie });
      }
    }
    return Reflect.apply(emit, this, given) as boolean;
  };
}

/** Gives the id. */
function mark(request: http.IncomingMessage): string {
  const { headers, socket } = request;
  const requestId = randomUUID();
  const address = clientAddress(socket.remoteAddress ?? "", String(headers["x-forwarded-for"] ?? ""));
  set(request, REQUEST_ID, requestId);
  set(request, CLIENT_ADDRESS, address);
  set(request, CLIENT_ORIGIN, headers.origin);
  // Remix compares Origin with the Host that a proxy passed on, and answers an empty 500 where they differ. The
  // same-origin rule is ours alone, and it goes by APP_ORIGIN (0.6).
  set(request, "origin", undefined);
  set(request, "x-forwarded-host", undefined);
  set(request, "host", ourHost);
  return requestId;
}

function set({ headers }: http.IncomingMessage, name: string, value: string | undefined): void {
  if (value === undefined) Reflect.deleteProperty(headers, name);
  else headers[name] = value;
}
