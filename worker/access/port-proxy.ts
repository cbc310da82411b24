import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { clientAddress } from "~/platform/http/client-address.server";
import { isTaskHost } from "~/compute/port-host";
import { env } from "~/platform/env.server";
import { faults } from "../faults";
import type { LinkStream } from "../streams/link-stream";
import { copyAnswer, sendBody } from "./copy";
import { type Admitted, admit, type Entered, isSecure, mayStay } from "./gate";
import { enter, type Entry, FULL, type Ways } from "./enter";
import { type OwnAnswer, renderOwnAnswer } from "./pages";
import { readHead } from "./read-head";
import { noStream, tooMany, UNREADABLE } from "./refusals";
import { requestHead } from "./request-head";
import { readAnswerHead } from "./response-head";
import { splice } from "./splice";

/** Sends the answer to a request that failed. */
type Refuse = (answer: OwnAnswer) => void;

/**
 * HTTP and WebSockets to the open ports of tasks (19.2): each request has a stream of its own into the task, so nothing of
 * one can end up in another. The request is rewritten, so it reaches only that port of that task.
 */
export class PortProxy {
  readonly #ways: Ways;

  constructor(ways: Ways) {
    this.#ways = ways;
  }

  /** Checks whether a request is for a task: everything else is for the worker itself. */
  takes({ headers }: IncomingMessage): boolean {
    return env.TASK_HOST !== undefined && isTaskHost(headers.host ?? "", env.TASK_HOST);
  }

  serve(request: IncomingMessage, response: ServerResponse): void {
    const refuse = (answer: OwnAnswer) => answerWith(request, response, answer);
    this.#serve(request, response, refuse).catch((error: unknown) => fail(error, refuse));
  }

  serveUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => {});
    const refuse = (answer: OwnAnswer) => endWith(request, socket, answer);
    this.#serveUpgrade(request, socket, head, refuse).catch((error: unknown) => fail(error, refuse));
  }

  async #serve(request: IncomingMessage, response: ServerResponse, refuse: Refuse): Promise<void> {
    const asked = headOf(request, false);
    const admitted = asked ? await admit(request) : UNREADABLE;
    if (!asked || "status" in admitted) return refuse("status" in admitted ? admitted : UNREADABLE);
    if ("location" in admitted) return redirect(response, admitted);
    const access = await this.#enter(admitted, refuse, () => void response.destroy());
    if (!access) return;
    response.once("close", access.leave);
    // A client that left in between emits no further event.
    if (response.destroyed || response.closed) return access.leave();
    access.stream.write(asked.head, "latin1");
    sendBody(request, access.stream, asked.body);
    const head = await readHead(access.stream);
    const answer = head === null ? null : await this.#finalHead(access.stream, head, request.method ?? "");
    if (!answer) return this.#unanswered(access, head, admitted, refuse);
    await copyAnswer(answer, access.stream, response);
  }

  async #serveUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, refuse: Refuse): Promise<void> {
    const isWebSocket = request.headers.upgrade?.toLowerCase() === "websocket" && request.method === "GET";
    const asked = isWebSocket ? headOf(request, true) : null;
    const admitted = asked?.body.kind === "none" ? await admit(request) : UNREADABLE;
    if (!asked || "status" in admitted) return refuse("status" in admitted ? admitted : UNREADABLE);
    if ("location" in admitted) return refuse(UNREADABLE);
    const access = await this.#enter(admitted, refuse, () => socket.destroy());
    if (!access) return;
    socket.once("close", access.leave);
    if (socket.destroyed) return access.leave();
    access.stream.write(asked.head, "latin1");
    const given = await readHead(access.stream);
    const answer = given === null ? null : readAnswerHead(given, "GET");
    if (!answer) return this.#unanswered(access, given, admitted, refuse);
    splice(answer, access.stream, socket, head);
  }

  /** Opens the stream, or refuses. `end` ends the client's side. */
  async #enter(admitted: Admitted, refuse: Refuse, end: () => void): Promise<Entry | null> {
    const { door, name, sessionId } = admitted;
    const asked = { kind: "port", port: name.port } as const;
    const entry = await enter(this.#ways, {
      ...{ access: door, asked, sessionId, end },
      mayStay: () => mayStay(admitted),
    });
    if (typeof entry !== "string") return entry;
    refuse(entry === FULL ? tooMany(door) : noStream(entry, door, name));
    return null;
  }

  /** The head of the final answer; earlier heads, for example hints, are only for this hop. */
  async #finalHead(stream: LinkStream, first: string, method: string) {
    let head: string | null = first;
    for (;;) {
      const answer = head === null ? null : readAnswerHead(head, method);
      if (!answer || answer.status >= 200) return answer;
      if (answer.status === 101) return null;
      head = await readHead(stream);
    }
  }

  #unanswered({ leave }: Entry, head: string | null, { door, name }: Admitted, refuse: Refuse): void {
    leave();
    refuse(noStream(head === null ? "cut" : "unreadable", door, name));
  }
}

function headOf(request: IncomingMessage, upgrade: boolean) {
  const { method = "", url = "", rawHeaders, socket, headers } = request;
  return requestHead({
    method,
    path: url,
    rawHeaders,
    client: {
      address: clientAddress(socket.remoteAddress ?? "", String(headers["x-forwarded-for"] ?? "")),
      scheme: isSecure ? "https" : "http",
    },
    upgrade,
  });
}

function redirect(response: ServerResponse, { cookie, location }: Entered): void {
  const headers = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "Set-Cookie": cookie };
  response.writeHead(303, { ...headers, Location: location }).end();
}

function answerWith(request: IncomingMessage, response: ServerResponse, answer: OwnAnswer): void {
  if (response.headersSent) return void response.destroy();
  const { headers, body } = renderOwnAnswer(answer, String(request.headers.accept ?? ""));
  // The rest of the body is not awaited.
  response.writeHead(answer.status, { ...headers, Connection: "close" }).end(body);
}

function endWith(request: IncomingMessage, socket: Duplex, answer: OwnAnswer): void {
  const { headers, body } = renderOwnAnswer(answer, String(request.headers.accept ?? ""));
  const lines = Object.entries({ ...headers, Connection: "close", "Content-Length": String(Buffer.byteLength(body)) });
  socket.end(
    `HTTP/1.1 ${answer.status} Refused\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
  );
}

function fail(error: unknown, refuse: Refuse): void {
  faults.failed("requests to tasks not carried out", error);
  refuse({ status: 503, title: "The service is busy.", advice: "Please try again." });
}
