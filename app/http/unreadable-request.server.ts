import type { IncomingMessage, ServerResponse } from "node:http";
import { M } from "~/domain/messages";

/** Methods that a web `Request` cannot have. */
const NO_REQUEST = new Set(["CONNECT", "TRACE", "TRACK"]);

/** Answers what would never reach a route, in the envelope instead of the framework's words (0.4). Says whether it did. */
export function answerUnreadable(request: IncomingMessage, response: ServerResponse): boolean {
  const { url = "", method = "" } = request;
  if (NO_REQUEST.has(method)) refuse(request, response, 405, M.M05);
  else if (!isReadable(url)) refuse(request, response, 400, M.M09);
  else return false;
  return true;
}

/** A path, not a whole address, whose escapes are UTF-8. */
function isReadable(url: string): boolean {
  if (!url.startsWith("/")) return false;
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number, message: string): void {
  const asPage = request.headers.accept?.includes("text/html") ?? false;
  const body = asPage
    ? `<!doctype html><html lang="en"><meta charset="utf-8"><title>Millrace</title>
<h1>${message}</h1><p><a href="/">Go to the home page</a></p></html>`
    : JSON.stringify({ retcode: "ERROR", human_readable_message: message });
  response.writeHead(status, {
    "Content-Type": `${asPage ? "text/html" : "application/json"}; charset=utf-8`,
    "Content-Security-Policy": "default-src 'none'",
  });
  response.end(body);
}
