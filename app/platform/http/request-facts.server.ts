import { randomBytes, randomUUID } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Session } from "~/accounts/session.server";
import { presentTime } from "~/platform/time.server";
import { clientAddress } from "./client-address.server";
import { networkOf } from "./client-network";
import type { Visitor } from "./visitor.server";

/** A request as Remix gives it to loaders and actions. Each gets a copy, with one shared context. */
export type RouteArgs = Pick<LoaderFunctionArgs, "request" | "context">;

/** Facts about a request, kept until it is answered. */
export interface RequestFacts {
  /** The id with which it is logged and answered (0.3). */
  requestId: string;
  startedAt: Date;
  /** The client's address, for the list of sessions and for limits. */
  clientAddress: string;
  /** `Origin` as the browser sent it. */
  origin: string | null;
  /** The nonce of the scripts of its page (0.10). */
  nonce: string;
  session: { found?: Promise<Session | null> };
  /** The visitor that this request created. */
  visitor?: Visitor;
  /** Set once the request is counted as a screen or form (0.9). */
  counting?: Promise<void>;
  /** Set when a screen failed because the database is down. */
  databaseDown: boolean;
  /** The file that a loader sends in place of its page. */
  file?: Response;
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext {
    facts?: RequestFacts;
  }
}

/** The facts of a request that comes from that address, through proxies of ours or not. */
export function newFacts({ headers }: Request, peerAddress: string): RequestFacts {
  return {
    requestId: randomUUID(),
    startedAt: presentTime(),
    clientAddress: clientAddress(peerAddress, headers.get("X-Forwarded-For") ?? ""),
    origin: headers.get("Origin"),
    nonce: randomBytes(16).toString("base64"),
    session: {},
    databaseDown: false,
  };
}

/**
 * Returns the facts that the server gathered. Under remix-serve, which knows no client address, the first caller
 * gathers them.
 */
export function factsOf({ request, context }: RouteArgs): RequestFacts {
  return (context.facts ??= newFacts(request, ""));
}

export function requestIdOf(args: RouteArgs): string {
  return factsOf(args).requestId;
}

/** The address that limits count by: the client's, or for IPv6 the network of one line. */
export function clientNetworkOf(args: RouteArgs): string {
  return networkOf(factsOf(args).clientAddress);
}

export function isScriptMade(request: Request): boolean {
  return request.headers.get("X-Requested-With")?.toLowerCase() === "xmlhttprequest";
}

export function wantsHtml(request: Request): boolean {
  return request.headers.get("Accept")?.includes("text/html") ?? false;
}
