/** Rewrites a client's request head for a task: without our own credentials and without hop-by-hop headers. */
interface ClientRequest {
  method: string;
  /** Target as the client sent it: a path with its query. */
  path: string;
  /** Names and values in turn, unchanged. */
  rawHeaders: readonly string[];
  /** The client, for the task's headers. */
  client: { address: string; scheme: "http" | "https" };
  /** True if a WebSocket is requested. */
  upgrade: boolean;
}

/** Our own credentials. Those of the task's program, for example another kind of `Authorization`, are passed on. */
export const TOKEN_HEADER = "x-millrace-token";
export const BEARER = /^bearer +mrt_/i;
/**
 * A cookie with one of our names. Browsers send a nameless cookie as its value only, so `=millrace_port` becomes ours.
 */
export const OWN_COOKIE = /^[\s=]*(__Host-)?millrace/i;

const HOP_BY_HOP = new Set([
  ...["connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization"],
  ...["te", "trailer", "transfer-encoding", "upgrade", "expect", "http2-settings"],
]);
/**
 * Normalises a header name as programs behind a gateway do: CGI and WSGI make `X-Real-IP` and `X_Real_IP` one variable,
 * and some accept any sign for the hyphen. Headers that we drop or set must be recognized in every spelling.
 */
const asRead = (name: string) => name.replace(/[^a-z0-9]/g, "-");

/** Headers that only we set, or a client could deceive the task. */
const ABOUT_THE_CLIENT = new Set([
  ...["forwarded", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-forwarded-port", "x-real-ip"],
  TOKEN_HEADER,
]);

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[^\0\r\n]*$/;
const PATH = /^[/*][^\s\0]*$/;

/** Framing of a request's body. */
export type Body = { kind: "none" } | { kind: "length"; bytes: number } | { kind: "chunked" };

/**
 * Builds the head of the task's own request, and how its body ends; null for an invalid request, or one that could be
 * read in two ways.
 */
export function requestHead(given: ClientRequest): { head: string; body: Body } | null {
  const { method, path, client, upgrade } = given;
  if (!TOKEN.test(method) || method === "CONNECT" || method === "TRACE" || !PATH.test(path)) return null;
  const headers = pairsOf(given.rawHeaders);
  if (!headers.every(({ name, value }) => TOKEN.test(name) && VALUE.test(value))) return null;
  const hosts = headers.filter(({ name }) => name === "host");
  const host = hosts[0]?.value;
  const body = bodyOf(headers);
  if (hosts.length !== 1 || host === undefined || body === null) return null;

  const ofThisHop = new Set(
    headers.flatMap(({ name, value }) => (name === "connection" ? listOf(value).map(asRead) : [])),
  );
  const kept = headers.flatMap(({ sent, name, value }) => {
    const read = asRead(name);
    if (HOP_BY_HOP.has(read) || ABOUT_THE_CLIENT.has(read)) return [];
    // A second spelling of the header that ends the body would be read as another end.
    if (read === "content-length" && name !== read) return [];
    // Headers about the message as a whole cannot belong to this hop only, whatever the client claims.
    if (ofThisHop.has(read) && name !== "host" && name !== "content-length") return [];
    if (name === "authorization" && BEARER.test(value)) return [];
    const left = name === "cookie" ? withoutOwnCookies(value) : value;
    return left === "" && name === "cookie" ? [] : [`${sent}: ${left}`];
  });
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...kept,
    ...(body.kind === "chunked" ? ["Transfer-Encoding: chunked"] : []),
    ...(upgrade ? ["Connection: Upgrade", "Upgrade: websocket"] : ["Connection: close"]),
    `X-Forwarded-For: ${client.address}`,
    `X-Forwarded-Proto: ${client.scheme}`,
    `X-Forwarded-Host: ${host}`,
  ];
  return { head: `${lines.join("\r\n")}\r\n\r\n`, body };
}

interface Header {
  /** Original spelling. */
  sent: string;
  name: string;
  value: string;
}

function pairsOf(raw: readonly string[]): Header[] {
  return raw.flatMap((sent, at) =>
    at % 2 === 0 ? [{ sent, name: sent.toLowerCase(), value: raw[at + 1] ?? "" }] : [],
  );
}

/** Finds the end of the body; null for two marks, or an unclear one: that is how request smuggling works. */
function bodyOf(headers: Header[]): Body | null {
  const lengths = headers.filter(({ name }) => name === "content-length").map(({ value }) => value);
  const codings = headers.filter(({ name }) => name === "transfer-encoding").map(({ value }) => value);
  if (lengths.length + codings.length > 1) return null;
  if (codings[0] !== undefined) return codings[0].trim().toLowerCase() === "chunked" ? { kind: "chunked" } : null;
  if (lengths[0] === undefined) return { kind: "none" };
  const bytes = Number(lengths[0]);
  return /^\d{1,15}$/.test(lengths[0]) ? { kind: "length", bytes } : null;
}

function listOf(value: string): string[] {
  return value.split(",").map((one) => one.trim().toLowerCase());
}

function withoutOwnCookies(value: string): string {
  return value
    .split(";")
    .map((one) => one.trim())
    .filter((one) => one !== "" && !OWN_COOKIE.test(one))
    .join("; ");
}
