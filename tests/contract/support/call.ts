import { expect } from "vitest";
import { jsonPaths } from "~/routes.js";
import { argsOf } from "../../support/route-args";
import { undescribed } from "./described";
import { loadRoute } from "./load-route";

const ORIGIN = "http://127.0.0.1:3000";

export interface CallOptions {
  method?: string;
  /** API key, or any bearer secret. */
  key?: string;
  /** Value of the session cookie. */
  cookie?: string;
  /** Cookies as the browser of a visitor sends them. */
  cookies?: string;
  /** Address of the caller. Each call has its own unless the test names one, because limits have their own tests. */
  client?: string;
  /** Sends the call as the script of one of our pages would. */
  script?: boolean;
  json?: unknown;
  form?: Record<string, string>;
  body?: BodyInit;
  headers?: Record<string, string>;
}

let callers = 0;

/**
 * Calls a JSON path as a client would: a real Request through the route's own loader or action. Every answer must match
 * /openapi.json.
 */
export async function call(path: string, options: CallOptions = {}): Promise<Response> {
  const request = requestOf(path, options);
  const { pathname } = new URL(request.url);
  for (const { url, file } of jsonPaths) {
    const params = match(url, pathname);
    if (!params) continue;
    const route = await loadRoute(file);
    const { client = `test-${(callers += 1)}` } = options;
    const isRead = ["GET", "HEAD", "OPTIONS"].includes(request.method);
    const response = await (isRead ? route.loader : route.action)(argsOf(request, { client, params }));
    expect([url, await undescribed(url, request.method, response.clone())]).toEqual([url, []]);
    return response;
  }
  throw new Error(`no JSON path answers ${pathname}`);
}

/** The answer's body; the test states its shape. */
export async function read<Body = Record<string, unknown>>(response: Response): Promise<Body> {
  return (await response.json()) as Body;
}

function requestOf(path: string, options: CallOptions): Request {
  const { key, cookie, cookies, script, json, form, body } = options;
  const headers = new Headers({
    ...(key ? { Authorization: `Bearer ${key}` } : {}),
    ...(cookie ? { Cookie: `millrace_session=${cookie}` } : {}),
    ...(cookies ? { Cookie: cookies } : {}),
    ...(script ? { "X-Requested-With": "XMLHttpRequest", "Sec-Fetch-Site": "same-origin" } : {}),
    ...(json === undefined ? {} : { "Content-Type": "application/json" }),
    ...options.headers,
  });
  const content = json === undefined ? (form ? new URLSearchParams(form) : body) : JSON.stringify(json);
  const method = options.method ?? (content === undefined ? "GET" : "POST");
  return new Request(new URL(path, ORIGIN), {
    method,
    headers,
    body: content,
    duplex: "half",
  } as RequestInit);
}

function match(pattern: string, pathname: string): Record<string, string> | null {
  const names = [...pattern.matchAll(/:([a-z_]+)/g)].map(([, name]) => name ?? "");
  const source = pattern.replaceAll(".", "\\.").replace(/:[a-z_]+/g, "([^/]+)");
  const found = new RegExp(`^${source}$`).exec(pathname);
  return found && Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(found[at + 1] ?? "")]));
}
