import type { IncomingMessage } from "node:http";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { cookieIn } from "~/domain/accounts/session-cookie";
import { type Doorway, findDoorway } from "~/domain/ways/find-way.server";
import { isLoopbackHost, parsePortHost, type PortName } from "~/domain/ways/port-host";
import { isTokenOf, makePortCookie, maySessionEnter, readPortCookie, readTicket } from "~/domain/ways/port-pass.server";
import { env } from "~/env.server";
import { networkOf } from "../live/door";
import type { OwnAnswer } from "./pages";
import { NO_SUCH_PLACE, notLetIn, notOpen, TOO_OFTEN } from "./refusals";
import { BEARER, TOKEN_HEADER } from "./request-head";

const MINUTE_S = 60;
/** Where the product's page sends a browser with its ticket, at each port's own host. */
const ENTRY_PATH = "/.millrace/enter";

/** Who is let through to which port of which task. */
export interface Admitted {
  name: PortName;
  door: Doorway;
  /** Null: a token opened it. */
  sessionId: string | null;
}

/** Whether browsers come to tasks by https. */
export const isSecure = !isLoopbackHost(env.TASK_HOST ?? "");
/** By https a name that browsers keep other hosts from setting. */
const COOKIE = isSecure ? "__Host-millrace_port" : "millrace_port";

/** Who comes without a right to is looked up only so often. */
const strangers = new RateLimiterMemory({ points: env.RATE_KEY_PER_MIN, duration: MINUTE_S });

/** Lets a request through, or says with what it is answered: a redirect for a ticket, else a refusal. */
export async function admit(request: IncomingMessage): Promise<Admitted | OwnAnswer | Entered> {
  const name = parsePortHost(request.headers.host ?? "", env.TASK_HOST ?? "");
  const network = networkOf(request);
  if (await isStranger(network)) return TOO_OFTEN;
  const door = name ? await findDoorway(name) : null;
  if (!name || !door) return await strange(network, NO_SUCH_PLACE);
  const entered = enter(request, name, door);
  if (entered) return entered;
  const sessionId = await findEntrant(request, name, door);
  if (sessionId === undefined) return await strange(network, notLetIn(door, name));
  return door.ports.includes(name.port) ? { name, door, sessionId } : notOpen(door, name);
}

/** Whether who was let in may stay: the port is still open, by the same token, and the login goes on. */
export async function mayStay({ name, door, sessionId }: Admitted): Promise<boolean> {
  const now = await findDoorway(name);
  if (!now || now.state !== "running" || now.generation !== door.generation || !now.ports.includes(name.port))
    return false;
  return sessionId === null || (await maySessionEnter({ sessionId, tenantId: now.tenantId, now: new Date() }));
}

/** A browser that has its cookie now, and where it goes. */
export interface Entered {
  cookie: string;
  location: string;
}

function enter(request: IncomingMessage, name: PortName, { generation }: Doorway): Entered | null {
  const { url = "", method } = request;
  if (!url.startsWith(`${ENTRY_PATH}?`) || method !== "GET") return null;
  const query = new URLSearchParams(url.slice(ENTRY_PATH.length));
  const pass = { ...name, generation };
  const sessionId = readTicket(query.get("ticket") ?? "", pass, new Date());
  if (sessionId === null) return null;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  const to = query.get("to") ?? "/";
  return {
    cookie: `${COOKIE}=${makePortCookie({ ...pass, sessionId })}; ${attributes}`,
    location: /^\/(?![/\\])[^\s\\]*$/.test(to) ? to : "/",
  };
}

/** The session of its cookie, null for a token, undefined for nobody. */
async function findEntrant(
  request: IncomingMessage,
  name: PortName,
  door: Doorway,
): Promise<string | null | undefined> {
  const { authorization = "", [TOKEN_HEADER]: header, cookie } = request.headers;
  const token = typeof header === "string" ? header : BEARER.test(authorization) ? authorization.slice(7).trim() : null;
  if (token !== null) return isTokenOf(door, token) ? null : undefined;
  if (!isOwnPage(request, name)) return undefined;
  const value = cookieIn(cookie, COOKIE);
  const sessionId = value === null ? null : readPortCookie(value, { ...name, generation: door.generation });
  if (sessionId === null) return undefined;
  return (await maySessionEnter({ sessionId, tenantId: door.tenantId, now: new Date() })) ? sessionId : undefined;
}

/**
 * Whether a browser's cookie speaks for the person: a page of this very port asks, or the person went there. Pages of other
 * tasks are of the same site, and browsers would send the cookie with what those ask for.
 */
function isOwnPage({ headers, method }: IncomingMessage, name: PortName): boolean {
  const { origin } = headers;
  const from = URL.canParse(origin ?? "") ? parsePortHost(new URL(origin ?? "").host, env.TASK_HOST ?? "") : null;
  if (origin !== undefined) return from?.label === name.label && from.port === name.port && from.node === name.node;
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return true;
  return method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
}

async function isStranger(network: string): Promise<boolean> {
  return ((await strangers.get(network))?.remainingPoints ?? 1) <= 0;
}

async function strange(network: string, answer: OwnAnswer): Promise<OwnAnswer> {
  await strangers.consume(network).catch(() => {});
  return answer;
}
