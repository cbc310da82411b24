import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from "node:http";
import { Gauge, Registry } from "prom-client";
import { Server } from "socket.io";
import { env } from "~/platform/env.server";
import { Refusal } from "~/platform/refusal";
import { originsOf } from "~/platform/http/own-names";
import { mayReadMetrics } from "~/platform/http/metrics-token.server";
import { faults } from "../faults";
import { accessRegistry } from "../access/figures";
import type { PortProxy } from "../access/port-proxy";
import { Door, networkOf } from "./door";

const NAMESPACES = ["/public", "/customer", "/operator", "/agent", "/terminal", "/ways"];
/** The origins of our own pages. */
const ORIGINS = originsOf(env.APP_ORIGIN);
const PING_EVERY_MS = 10_000;
const PING_WITHIN_MS = 10_000;
/** The limit of any request's head; a request to a task may carry its own cookies. */
const HEAD_MAX_BYTES = 32 * 1024;
/** Room for a report of a node with many tasks, or a chunk of logs. */
const MESSAGE_MAX_BYTES = 1024 * 1024;

/**
 * Creates the Socket.IO server (5.1). Browsers may connect only from our own pages and only by WebSocket, so that no
 * cross-origin answer is ever readable (0.6); agents send no Origin.
 */
export function createLiveServer(own: Readiness): { io: Server; http: HttpServer; door: Door; forTasks: ForTasks } {
  const door = new Door();
  // Does not listen itself: it gets the requests that are for the worker.
  const inner = createServer((request, response) => void answer({ io, own, request, response }));
  const forTasks: ForTasks = { proxy: null };
  const http = createServer({ requestTimeout: 0, maxHeaderSize: HEAD_MAX_BYTES }, (request, response) => {
    if (forTasks.proxy?.takes(request)) forTasks.proxy.serve(request, response);
    else inner.emit("request", request, response);
  });
  http.on("upgrade", (request, socket, head) => {
    if (forTasks.proxy?.takes(request)) forTasks.proxy.serveUpgrade(request, socket, head);
    else inner.emit("upgrade", request, socket, head);
  });
  const io: Server = new Server(inner, {
    path: "/socket.io/",
    transports: ["websocket"],
    serveClient: false,
    pingInterval: PING_EVERY_MS,
    pingTimeout: PING_WITHIN_MS,
    maxHttpBufferSize: MESSAGE_MAX_BYTES,
    allowRequest: (request, decide) => {
      const origin = request.headers.origin;
      if (origin !== undefined && !ORIGINS.includes(origin)) return decide(null, false);
      void door.admits(request).then((admitted) => decide(null, admitted));
    },
  });
  door.attend(io);
  return { io, http, door, forTasks };
}

/** Answers requests for tasks, once set; they may have any path, including `/socket.io/`. */
interface ForTasks {
  proxy: PortProxy | null;
}

interface Readiness {
  /** Returns one word for a duty that this process does not do, or null. */
  findUnready: () => string | null;
}

interface Asked {
  io: Server;
  own: Readiness;
  request: IncomingMessage;
  response: ServerResponse;
}

/** Serves the HTTP paths next to the sockets: liveness, readiness and metrics. */
async function answer({ io, own, request, response }: Asked): Promise<void> {
  let message: string | undefined;
  try {
    if (request.url === "/metrics" && (await mayReadMetrics(request.headers.authorization, networkOf(request)))) {
      const registry = socketFigures(io);
      const text = `${await registry.metrics()}${await accessRegistry.metrics()}`;
      response.setHeader("content-type", registry.contentType);
      response.end(text);
      return;
    }
    const unready = request.url === "/readyz" ? own.findUnready() : null;
    if (unready) message = `not ready: ${unready}`;
    const known = request.url === "/healthz" || request.url === "/readyz";
    response.statusCode = unready ? 503 : known ? 200 : 404;
  } catch (error) {
    const { status = 500, headers = {} } = error instanceof Refusal ? error.details : {};
    if (!(error instanceof Refusal)) faults.failed("requests to the worker not answered", error);
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  }
  response.setHeader("content-type", "application/json");
  const retcode = response.statusCode === 200 ? "OK" : message ? "FAILED" : "ERROR";
  response.end(JSON.stringify({ retcode, human_readable_message: message }));
}

function socketFigures(io: Server): Registry {
  const registry = new Registry();
  const gauge = new Gauge({
    name: "millrace_socket_connections",
    help: "Open sockets of this worker",
    labelNames: ["namespace"],
    registers: [registry],
  });
  for (const namespace of NAMESPACES) gauge.set({ namespace }, io.of(namespace).sockets.size);
  return registry;
}

export async function listen(http: HttpServer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(env.WORKER_PORT, env.HOST, () => resolve());
  });
}
