import type { IncomingMessage } from "node:http";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { cookieIn } from "~/accounts/session-cookie";
import { type PortAccess, findPortAccess } from "~/compute/find-task-access.server";
import { isLoopbackHost, parsePortHost, type PortName } from "~/compute/port-host";
import {
  isTokenOf,
  makePortCookie,
  maySessionEnter,
  type Pass,
  readPortCookie,
  readTicket,
  useTicket,
} from "~/compute/port-pass.server";
import { env } from "~/platform/env.server";
import { presentTime } from "~/platform/time.server";
import { networkOf } from "../live/door";
import type { OwnAnswer } from "./pages";
import { NO_SUCH_PLACE, refuseEntry, notOpen, TOO_OFTEN } from "./refusals";
import { BEARER, TOKEN_HEADER } from "./request-head";

const MINUTE_S = 60;
const GOOD_TOKENS_MAX = 10_000;
/** Path on a port's host to which the product's page sends a browser with its ticket. */
const ENTRY_PATH = "/.millrace/enter";

/** A request that may reach a port of a task. */
export interface Admitted {
  name: PortName;
  door: PortAccess;
  /** Null: a token opened it. */
  sessionId: string | null;
}

/** True if browsers reach tasks by https. */
export const isSecure = !isLoopbackHost(env.TASK_HOST ?? "");
/** Name of the cookie; over https one that other hosts cannot set. */
const COOKIE = isSecure ? "__Host-millrace_port" : "millrace_port";

/** Limits lookups for requests without permission. */
const strangers = new RateLimiterMemory({ points: env.RATE_KEY_PER_MIN, duration: MINUTE_S });
/** Tokens that were valid at their last use, the most recent at the end. */
const goodTokens = new Set<string>();

/** Credentials of a request. Whether they are still valid is decided by the database. */
type Shown =
  | { kind: "ticket"; pass: Pass; ticket: string }
  | { kind: "cookie"; pass: Pass }
  | { kind: "token"; token: string }
  | null;

/** Admits a request, or returns its answer: a redirect for a ticket, else a refusal. */
export async function admit(request: IncomingMessage): Promise<Admitted | OwnAnswer | Entered> {
  const name = parsePortHost(request.headers.host ?? "", env.TASK_HOST ?? "");
  const shown = name ? shownBy(request, name) : null;
  const asker = askerOf(networkOf(request), name, shown);
  if (await isStranger(asker)) return TOO_OFTEN;
  const door = name ? await findPortAccess(name) : null;
  if (!name || !door) return await strange(asker, NO_SUCH_PLACE);
  const sessionId = await findEntrant(shown, door);
  if (sessionId === undefined) return await strange(asker, refuseEntry(door, name));
  if (shown?.kind === "ticket") return entered(request, shown.pass);
  return door.ports.includes(name.port) ? { name, door, sessionId } : notOpen(door, name);
}

/** Checks whether an admitted client may stay: the port is still open, with the same token, and the login is valid. */
export async function mayStay({ name, door, sessionId }: Admitted): Promise<boolean> {
  const now = await findPortAccess(name);
  if (!now || now.state !== "running" || now.generation !== door.generation || !now.ports.includes(name.port))
    return false;
  return sessionId === null || (await maySessionEnter({ sessionId, tenantId: now.tenantId, now: presentTime() }));
}

/** A browser that has its cookie now, and its target. */
export interface Entered {
  cookie: string;
  location: string;
}

function entered(request: IncomingMessage, pass: Pass): Entered {
  const to = queryOf(request).get("to") ?? "/";
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    cookie: `${COOKIE}=${makePortCookie(pass)}; ${attributes}`,
    location: /^\/(?![/\\])[^\s\\]*$/.test(to) ? to : "/",
  };
}

/** Reads the credential without the database, so that the sender is known first. */
function shownBy(request: IncomingMessage, name: PortName): Shown {
  const { authorization = "", [TOKEN_HEADER]: header, cookie } = request.headers;
  if (request.method === "GET" && request.url?.startsWith(`${ENTRY_PATH}?`)) {
    const ticket = queryOf(request).get("ticket") ?? "";
    const pass = readTicket(ticket, name, presentTime());
    if (pass) return { kind: "ticket", pass, ticket };
  }
  const token = typeof header === "string" ? header : BEARER.test(authorization) ? authorization.slice(7).trim() : null;
  if (token !== null) return { kind: "token", token };
  const pass = isOwnPage(request, name) ? readPortCookie(cookieIn(cookie, COOKIE) ?? "", name) : null;
  return pass && { kind: "cookie", pass };
}

function queryOf({ url = "" }: IncomingMessage): URLSearchParams {
  return new URLSearchParams(url.slice(ENTRY_PATH.length));
}

/**
 * Returns the key under which a request is counted. Holders of a signed credential or of a valid token count
 * separately, so that strangers on their network do not lock them out.
 */
function askerOf(network: string, name: PortName | null, shown: Shown): string {
  if (name && shown?.kind === "token" && goodTokens.has(`${name.label} ${shown.token}`))
    return `${network} ${shown.token}`;
  return shown && shown.kind !== "token" ? `${network} ${shown.pass.sessionId}` : network;
}

/** Finds the session of the credential; null for a token, undefined for nobody. */
async function findEntrant(shown: Shown, door: PortAccess): Promise<string | null | undefined> {
  if (shown === null) return undefined;
  if (shown.kind === "token") return isGoodToken(door, shown.token) ? null : undefined;
  const { generation, sessionId } = shown.pass;
  if (generation !== door.generation) return undefined;
  // A ticket was issued to a login a moment ago, for one use; its cookie is checked with each request.
  if (shown.kind === "ticket") return (await useTicket(shown.ticket, presentTime())) ? sessionId : undefined;
  return (await maySessionEnter({ sessionId, tenantId: door.tenantId, now: presentTime() })) ? sessionId : undefined;
}

function isGoodToken(door: PortAccess, token: string): boolean {
  const key = `${door.label} ${token}`;
  goodTokens.delete(key);
  if (!isTokenOf(door, token)) return false;
  goodTokens.add(key);
  for (const oldest of goodTokens) {
    if (goodTokens.size <= GOOD_TOKENS_MAX) break;
    goodTokens.delete(oldest);
  }
  return true;
}

/**
 * Checks whether a browser's cookie expresses its user's intent: the request comes from a page of this port, or from
 * navigation. Pages of other tasks are the same site, and browsers would send the cookie with their requests.
 */
function isOwnPage({ headers, method }: IncomingMessage, name: PortName): boolean {
  const { origin } = headers;
  const from = URL.canParse(origin ?? "") ? parsePortHost(new URL(origin ?? "").host, env.TASK_HOST ?? "") : null;
  if (origin !== undefined) return from?.label === name.label && from.port === name.port && from.node === name.node;
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return true;
  return method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
}

async function isStranger(asker: string): Promise<boolean> {
  return ((await strangers.get(asker))?.remainingPoints ?? 1) <= 0;
}

async function strange(asker: string, answer: OwnAnswer): Promise<OwnAnswer> {
  await strangers.consume(asker).catch(() => {});
  return answer;
}
