import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { answerControl } from "../control/answer-control";
import type { Controls } from "../control/controls";
import { answerApi, type ApiParts } from "./answer-api";
import { answerPage } from "./answer-page";

const BODY_MAX_BYTES = 1_000_000;
/** Allows loopback names only: with others, a web page could reach the sandbox through the browser. */
const LOOPBACK = /^(127(\.\d+){3}|localhost|\[::1\])(:\d+)?$/;

export interface ServerParts extends ApiParts {
  controls: Controls;
  controlSecret: string;
  /** Runs due work before a request, and sends its events after the answer. */
  before: () => void;
  after: () => void;
}

export function makeServer(parts: ServerParts): Server {
  return createServer((request, response) => {
    answer(parts, request, response).catch((error: unknown) => {
      parts.sandbox.note(`${request.method} ${request.url}`, String(error instanceof Error ? error.stack : error));
      if (!response.headersSent) response.writeHead(500, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { type: "api_error", message: "The sandbox failed." } }));
    });
  });
}

async function answer(parts: ServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", parts.sandbox.origin);
  const body = await readBody(request);
  if (body === null || !LOOPBACK.test(request.headers.host ?? "")) {
    response.writeHead(body === null ? 413 : 403, {
      "content-type": "application/json",
      connection: "close",
    });
    const message = body === null ? "The body is too large." : "The sandbox answers on loopback only.";
    return void response.end(JSON.stringify({ error: { type: "invalid_request_error", message } }));
  }
  if (url.pathname.startsWith("/_sandbox/") && isFromPage(request)) {
    response.writeHead(403, { "content-type": "application/json" });
    const message = "The controls are for programs, not for pages in a browser.";
    return void response.end(JSON.stringify({ error: { type: "invalid_request_error", message } }));
  }
  if (url.pathname.startsWith("/_sandbox/") && !mayControl(request, parts.controlSecret)) {
    response.writeHead(401, { "content-type": "application/json", "www-authenticate": "Bearer" });
    const message = "The controls ask for their secret: Authorization: Bearer …";
    return void response.end(JSON.stringify({ error: { type: "invalid_request_error", message } }));
  }
  parts.before();
  const given = { method: request.method ?? "GET", path: url.pathname, search: url.search, body };
  if (url.pathname.startsWith("/_sandbox/")) {
    const { status, body: text } = await answerControl(parts.controls, given);
    response.writeHead(status, { "content-type": "application/json" }).end(text);
  } else if (/^\/v[12]\//.test(url.pathname)) {
    await answerApi(parts, { request, response, url, body });
  } else {
    const page = await answerPage(parts.sandbox, given);
    await parts.flush();
    response.writeHead(page.status, page.headers).end(page.body);
  }
  parts.after();
}

/** Checks whether a web page made a browser on this machine send the request; the browser's headers reveal that. */
function isFromPage({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined || !/^(none|undefined)$/.test(String(headers["sec-fetch-site"]));
}

/**
 * Checks the secret: every program on this machine can reach the port, but only holders of the secret may move money
 * and time.
 */
function mayControl({ headers }: IncomingMessage, secret: string): boolean {
  const [given, expected] = [headers.authorization ?? "", `Bearer ${secret}`].map(digest);
  return given !== undefined && expected !== undefined && timingSafeEqual(given, expected);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
