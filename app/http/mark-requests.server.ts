import { randomUUID } from "node:crypto";
import http from "node:http";
import { env } from "~/env.server";

export const REQUEST_ID = "x-request-id";
export const CLIENT_ADDRESS = "x-millrace-client";

/**
 * Marks each request as it comes off the wire with its id and its client's address, in headers that no client can
 * set: a Remix request does not know its socket, and every copy that Remix makes of it keeps its headers.
 */
export function markRequests(): void {
  const { prototype } = http.Server;
  const emit = prototype.emit;
  prototype.emit = function (this: http.Server, ...given: unknown[]): boolean {
    const [event, request] = given;
    if (event === "request" && request instanceof http.IncomingMessage) mark(request);
    return Reflect.apply(emit, this, given) as boolean;
  };
}

function mark(request: http.IncomingMessage): void {
  const address = clientAddress(
    request.socket.remoteAddress ?? "",
    String(request.headers["x-forwarded-for"] ?? ""),
  );
  set(request, REQUEST_ID, randomUUID());
  set(request, CLIENT_ADDRESS, address);
}

/** Of the addresses that proxies wrote, only as many are believed as there are proxies of ours in front. */
export function clientAddress(peer: string, forwarded: string, trustedProxies = env.TRUSTED_PROXIES): string {
  const told = forwarded
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  return [...told, peer].at(-1 - trustedProxies) ?? told[0] ?? peer;
}

function set(request: http.IncomingMessage, name: string, value: string): void {
  request.headers[name] = value;
}
