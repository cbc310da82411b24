import { OWN_COOKIE } from "./request-head";

/** Head of a program's answer. */
export interface TaskAnswer {
  status: number;
  statusText: string;
  /** Headers for the client, in their order. */
  headers: [name: string, value: string][];
  /** End of the body: by a length, by chunks, or with the connection. */
  body: { kind: "none" } | { kind: "length"; bytes: number } | { kind: "chunked" } | { kind: "end" };
}

const STATUS = /^HTTP\/1\.[01] ([1-5]\d\d)(?: (.*))?$/;
/** Characters that are neither printable ASCII nor above it. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;
const HOP_BY_HOP = new Set([
  ...["connection", "keep-alive", "proxy-connection", "proxy-authenticate", "te", "trailer", "transfer-encoding"],
  // A task's host name does not serve our other ports; the length is set again.
  ...["upgrade", "alt-svc", "content-length"],
]);

/** Reads an answer's head (without its empty line) to a request of that method; null if it is not one. */
export function readAnswerHead(head: string, method: string): TaskAnswer | null {
  const [first = "", ...lines] = head.split("\r\n");
  const [, code, statusText = ""] = STATUS.exec(first) ?? [];
  if (code === undefined) return null;
  const headers: [string, string][] = [];
  for (const line of lines) {
    const [, name, value = ""] = HEADER.exec(line) ?? [];
    if (name === undefined || UNSENDABLE.test(value)) return null;
    headers.push([name, value]);
  }
  const status = Number(code);
  const lengths = new Set(valuesOf(headers, "content-length"));
  const [length] = lengths;
  if (lengths.size > 1 || (length !== undefined && !/^\d{1,15}$/.test(length))) return null;
  const body = bodyOf(headers, length, status, method);
  if (body === null) return null;
  // Sent once, and only if there can be a body: a proxy in front might otherwise wait for one in the next answer.
  const framing: [string, string][] =
    length === undefined || status < 200 || status === 204 ? [] : [["Content-Length", length]];
  return {
    status,
    statusText: statusText.replaceAll(new RegExp(UNSENDABLE, "g"), ""),
    headers: [...headers.flatMap(forClient), ...framing],
    body,
  };
}

function valuesOf(headers: [string, string][], wanted: string): string[] {
  return headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
}

function bodyOf(
  headers: [string, string][],
  length: string | undefined,
  status: number,
  method: string,
): TaskAnswer["body"] | null {
  if (method === "HEAD" || status < 200 || status === 204 || status === 304) return { kind: "none" };
  const [coding, ...moreCodings] = valuesOf(headers, "transfer-encoding");
  if (moreCodings.length > 0) return null;
  if (coding !== undefined)
    return coding.toLowerCase() === "chunked" && length === undefined ? { kind: "chunked" } : null;
  return length === undefined ? { kind: "end" } : { kind: "length", bytes: Number(length) };
}

/** Cookies stay at the host that set them, because neighbouring tasks belong to others. A task may not set ours. */
function forClient([name, value]: [string, string]): [string, string][] {
  const key = name.toLowerCase();
  if (HOP_BY_HOP.has(key)) return [];
  if (key !== "set-cookie") return [[name, value]];
  if (OWN_COOKIE.test(value.trim())) return [];
  return [
    [
      name,
      value
        .split(";")
        .filter((part) => !/^\s*domain\s*=/i.test(part))
        .join(";"),
    ],
  ];
}
