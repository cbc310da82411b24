import { networkOf } from "./client-network";
import { randomUUID } from "node:crypto";
import { CLIENT_ADDRESS, REQUEST_ID } from "./mark-requests.server";

const ids = new WeakMap<Request, string>();

/** The id under which this request is logged and answered (0.3). */
export function requestIdOf(request: Request): string {
  const marked = request.headers.get(REQUEST_ID);
  if (marked) return marked;
  const id = ids.get(request) ?? randomUUID();
  ids.set(request, id);
  return id;
}

/** Address of the client, for the list of sessions. */
export function clientAddressOf(request: Request): string {
  return request.headers.get(CLIENT_ADDRESS) ?? "";
}

/** What limits count by: the address, of IPv6 the network that one line has. */
export function clientNetworkOf(request: Request): string {
  return networkOf(clientAddressOf(request));
}

export function isScriptMade(request: Request): boolean {
  return request.headers.get("X-Requested-With")?.toLowerCase() === "xmlhttprequest";
}

export function wantsHtml(request: Request): boolean {
  return request.headers.get("Accept")?.includes("text/html") ?? false;
}
